import { sql } from 'kysely'
import { chainKeyFrom } from '../../audit/chain.ts'
import type { BackupFile } from '../backup-file.ts'
import type { KeyedPlace } from '../keyed-place.ts'
import type { Key } from '../lock.ts'
import { loadOffice, loadOfficeInto } from '../load-office.ts'
import { BackupProblem } from '../problem.ts'
import { prove } from '../prove.ts'
import type { ReadArchive } from '../read.ts'
import { newSchema } from '../schemas.ts'
import { preparedFolder, preparedSchema } from './names.ts'

/**
 * Restores a backup into a new place beside the office, which goes on working. The backup must be proven and of the
 * office's own key.
 * @throws BackupProblem
 */
export async function prepare(
  backup: BackupFile,
  key: Key,
  place: KeyedPlace & { databaseUrl: string | undefined },
  token: string,
): Promise<ReadArchive> {
  const archive = await prove(backup, key, place.secretKey)
  if (archive.doubt !== undefined) throw new BackupProblem(`is not proven: ${archive.doubt}`)
  const { keyId } = archive.header
  if (keyId !== null && keyId !== chainKeyFrom(place.secretKey).id)
    throw new BackupProblem('was made with another SECRET_KEY. Restore it with: npm run restore')
  if (place.databaseUrl) await prepareSchema(backup, key, place, { databaseUrl: place.databaseUrl, token })
  else await loadOffice(backup, key, place, preparedFolder(place.dataDir, token))
  return archive
}

/** In one transaction: until it is committed, there is nothing of it. */
async function prepareSchema(
  backup: BackupFile,
  key: Key,
  place: KeyedPlace,
  { databaseUrl, token }: { databaseUrl: string; token: string },
): Promise<void> {
  const { openPostgres } = await import('../../platform/database/postgres/postgres.ts')
  const db = openPostgres(databaseUrl, { withoutTimeouts: true, rateLimits: false })
  try {
    await db.write(async (tx) => {
      const schema = await newSchema(tx, preparedSchema(token))
      // The former path stays behind it, for the operators of extensions.
      await sql`select set_config('search_path', ${schema} || ', ' || current_setting('search_path'), true)`.execute(tx)
      await loadOfficeInto(tx, db, { backup, key, place })
    })
  } finally {
    await db.close()
  }
}
