import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config-error.ts'
import { readConfig } from './config.ts'
import type { Db } from './database/db.ts'
import { DATABASE_FILE } from './database/open.ts'
import { openPostgres } from './database/postgres/postgres.ts'
import { openSqlite } from './database/sqlite/sqlite.ts'
import { chainKeyFrom } from './audit/chain.ts'
import { LogDigest } from './audit/digest.ts'
import { NOTE_FILE, readNote } from './audit/head-note.ts'
import { type Damage, verify } from './audit/verify.ts'

const SENTENCES: Record<Damage, string> = {
  altered: 'was altered',
  removed: 'is missing',
  swapped: 'is another one than was written there',
  rewritten: 'is not as it was: it, or what it follows, was rewritten',
  forged: 'was made without the key',
  cut: 'is missing, and so is all that followed: the end of the log was cut off',
  emptied: 'is missing, like all others: the log was emptied',
}

/** `npm run audit:verify`: checks the log of DATA_DIR or DATABASE_URL, also while the server runs. @returns the exit code */
async function main(): Promise<number> {
  const { DATA_DIR = './data', DATABASE_URL } = process.env
  // Checked first: reading the configuration would create a missing folder and key.
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, DATABASE_FILE))) {
    throw new ConfigError(`There is no database in ${DATA_DIR}. Set DATA_DIR or DATABASE_URL as for the server.`)
  }
  const { databaseUrl, dataDir, secretKey } = readConfig(process.env)
  const key = chainKeyFrom(secretKey)
  const db = databaseUrl ? openPostgres(databaseUrl) : await openSqlite(join(dataDir, DATABASE_FILE))
  try {
    const read = await readNote(join(dataDir, NOTE_FILE), key)
    if (read.state === 'damaged') console.log(`The note in ${NOTE_FILE} was altered and cannot be compared with.`)
    return await report(db, key, read.state === 'noted' ? read.note : null)
  } finally {
    await db.close()
  }
}

async function report(db: Db, key: Parameters<typeof verify>[1]['key'], noted: Parameters<typeof verify>[1]['noted']) {
  const verdict = await verify(db, { key, noted: noted ?? null })
  if (!verdict.intact) {
    console.log(`NOT INTACT. Entry ${verdict.brokenAt} ${SENTENCES[verdict.damage]}.`)
    return 1
  }
  const { entries, uncheckedContents, unsealed } = verdict
  console.log(`Intact: ${entries} entries. Digest: ${(await new LogDigest(db).now()).digest}`)
  console.log(
    noted
      ? `The note beside the database knows the first ${noted.entries} of them.`
      : 'There is no note beside the database, so entries cut off at the end would not show.',
  )
  if (uncheckedContents > 0) console.log(`${uncheckedContents} are of another key: only their order was checked.`)
  if (unsealed > 0) console.log(`${unsealed} more wait to be sealed.`)
  return 0
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 2
  },
)
