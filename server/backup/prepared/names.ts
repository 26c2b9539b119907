import { join } from 'node:path'

/** The folder beside the database of an office, in which another one is prepared. */
export function preparedFolder(dataDir: string, token: string): string {
  return join(dataDir, `prepared-${token}`)
}

/** The schema beside that of an office, in which another one is prepared. */
export function preparedSchema(token: string): string {
  return `prepared_${token}`
}
