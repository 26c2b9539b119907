import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { DATABASE_FILE } from '../server/platform/database/open.ts'
import { HASH_COST } from '../server/people/accounts/passwords.ts'
import { makeLargeOffice } from '../seeds/large/make.ts'
import { mondayOf } from '../shared/dates.ts'
import { formatNumber } from '../shared/texts/formats.ts'

const root = join(import.meta.dirname, '..')
const cacheFolder = join(root, '.cache', 'bench')
export const PASSWORD = 'rfd-demo'

/** Where an office is stored, as in the server's configuration. */
export interface Place {
  dataDir: string
  databaseUrl?: string
  /** folder on the disk that holds the data */
  disk: string
}

/** Budget for reads: doubled on PostgreSQL, where every answer crosses a connection. */
export const toRead = ({ databaseUrl }: Place, budget: number) => (databaseUrl ? budget * 2 : budget)

/** Large offices, generated when missing or when their generator has changed. */
export interface Offices {
  of(requests: number): Promise<Place>
  /** a copy that may be written to */
  copyOf(requests: number): Promise<Place & { remove(): Promise<void> | void }>
  stop(): void
}

export const sqliteOffices: Offices = {
  of: async (requests) => placeOf(await officeOf(requests)),
  copyOf,
  stop: () => {},
}

const placeOf = (folder: string): Place => ({ dataDir: folder, disk: folder })

/** Generated as of this week's Monday, so that runs of one week are comparable. */
export const officeDay = () => mondayOf(new Date().toISOString().slice(0, 10))

async function officeOf(requests: number): Promise<string> {
  const monday = officeDay()
  const folder = join(cacheFolder, `${requests}-${makers()}-${monday}`)
  if (existsSync(join(folder, DATABASE_FILE))) return folder
  // Outdated offices of this size are never used again.
  for (const old of globSync(join(cacheFolder, `${requests}-*`))) rmSync(old, { recursive: true })
  await makeOffice({ dataDir: folder, databaseUrl: undefined }, requests)
  return folder
}

export async function makeOffice(where: { dataDir: string; databaseUrl: string | undefined }, requests: number) {
  console.log(`Making an office of ${formatNumber(requests)} requests …`)
  const config = { ...where, demoPassword: PASSWORD, passwordCost: HASH_COST }
  await makeLargeOffice(config, { requests, seed: 1, today: officeDay(), replace: true })
}

/** Uses reflinks: a copy takes no time on file systems that share blocks. */
async function copyOf(requests: number): Promise<Place & { remove(): void }> {
  const from = await officeOf(requests)
  const folder = join(cacheFolder, `copy-of-${requests}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const end of ['', '-wal']) {
    const file = join(from, DATABASE_FILE + end)
    if (existsSync(file)) copyFileSync(file, join(folder, DATABASE_FILE + end), constants.COPYFILE_FICLONE)
  }
  return { ...placeOf(folder), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Reads all files of an office once to warm the page cache: without it, an office unused for a while would be measured cold. */
export function readThrough({ disk }: Place): void {
  const chunk = Buffer.alloc(4 * 1024 * 1024)
  for (const { name, parentPath } of readdirSync(disk, { recursive: true, withFileTypes: true }).filter((e) =>
    e.isFile(),
  )) {
    const file = openSync(join(parentPath, name), 'r')
    while (readSync(file, chunk) > 0);
    closeSync(file)
  }
}

/** Hash of all sources that determine the content of a generated office. */
export function makers(): string {
  const hash = createHash('sha256')
  const files = globSync(['server/platform/database/migrations/*.ts', 'seeds/**/*.ts', 'shared/fold.ts'], {
    cwd: root,
  }).sort()
  for (const file of files) if (!file.endsWith('.test.ts')) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 10)
}
