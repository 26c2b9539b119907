/** Imported in the usual way, the module would read each of its names, and one of them loads the whole of Node's `fetch`: 2 MB. */
export const http = process.getBuiltinModule('node:http')
