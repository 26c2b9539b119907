/** A normal import would read each export of the module, and one of them loads all of Node's `fetch`: 2 MB. */
export const http = process.getBuiltinModule('node:http')
