import type { BucketSettings } from '../../platform/files/bucket-client.ts'
import { switchPostgres } from './switch-postgres.ts'
import { switchSqlite } from './switch-sqlite.ts'

export interface StartingOffice {
  dataDir: string
  databaseUrl: string | undefined
  bucket: BucketSettings | undefined
  secretKey: Buffer
}

/**
 * Puts a prepared office in the place of the present one, before anything opens that. If it fails, or is killed at any
 * moment, one of the two is there as a whole.
 * @returns a line for the terminal; undefined when nothing was prepared
 */
export function putPreparedInPlace({ databaseUrl, ...office }: StartingOffice): Promise<string | undefined> {
  return databaseUrl ? switchPostgres(office, databaseUrl) : switchSqlite(office)
}
