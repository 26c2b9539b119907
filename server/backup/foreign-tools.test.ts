import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest'
import { BACKUP_KEY, backUpOffice, buildPlaces, fillOffice, type TestPlace } from '../testing/backup-offices.ts'
import { fileAt } from './backup-file.ts'
import type { Lock } from './lock.ts'
import { restore } from './restore.ts'
import { openSqliteSource, type Row } from './source.ts'

/** What the distribution's own programs make of our files (docs/operations.md, “Without this program”). */
const { top, place, removeAll } = buildPlaces('rfd-foreign-tools-')
let office: TestPlace
beforeAll(async () => {
  office = await place('sqlite')
  await fillOffice(office)
})
afterAll(removeAll)

function skipWithout(programs: string[], skip: TestContext['skip']): void {
  const missing = programs.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
  if (missing.length > 0) skip(`There is no ${missing.join(', ')} on this machine`)
}

function shell(command: string, env: Record<string, string>, input = ''): string {
  const all = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env }
  const { status, stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', command], {
    env: all,
    input,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${command}: ${stderr || stdout}`)
  return stdout
}

/** The office's file, unpacked by `command`, whose variables are $FILE, $IDENTITY and $FOLDER. */
async function unpacked(
  command: string,
  lock: Lock,
  env: Record<string, string> = {},
  input?: string,
): Promise<string> {
  const FOLDER = mkdtempSync(join(top, 'unpacked-'))
  shell(command, { FILE: await backUpOffice(office, top, lock), FOLDER, ...env }, input)
  return FOLDER
}

/** Every row and every document is there, to be read by anything that reads JSON. */
function expectWhole(folder: string): void {
  const { tables } = JSON.parse(readFileSync(join(folder, 'header.json'), 'utf8')) as {
    tables: { name: string; columns: string[] }[]
  }
  const { columns } = tables.find(({ name }) => name === 'requests')!
  const lines = readFileSync(join(folder, 'tables/requests/000001.ndjson'), 'utf8').trimEnd().split('\n')
  const titles = lines.map((line) => (JSON.parse(line) as string[])[columns.indexOf('title')])
  expect(titles).toEqual(['Naïve “quotes” \\ and \u0007', 'ضبط الميناء', 'ok', 'é'.repeat(200)])
  const stored = readFileSync(join(office.DATA_DIR, 'files', 'documents', 'one'))
  expect(readFileSync(join(folder, 'files', 'documents', 'one')).equals(stored)).toBe(true)
  const [, , sha256] = JSON.parse(readFileSync(join(folder, 'file-list/000001.ndjson'), 'utf8')) as string[]
  expect(shell('sha256sum "$FOLDER/files/documents/one"', { FOLDER: folder })).toContain(sha256)
}

test('zstd and tar unpack a file that is not encrypted', async ({ skip }) => {
  skipWithout(['zstd', 'tar', 'sha256sum'], skip)
  expectWhole(await unpacked('zstd -d < "$FILE" | tar x -C "$FOLDER"', undefined))
})

test('age opens a file with the identity of its recipient', async ({ skip }) => {
  skipWithout(['age', 'zstd', 'tar'], skip)
  const identity = await generateIdentity()
  const IDENTITY = join(top, 'identity.txt')
  writeFileSync(IDENTITY, `${identity}\n`)
  const command = 'age -d -i "$IDENTITY" "$FILE" | zstd -d | tar x -C "$FOLDER"'
  const folder = await unpacked(command, { recipient: await identityToRecipient(identity) }, { IDENTITY })
  expectWhole(folder)
  expect(readFileSync(join(folder, 'secret-key'), 'utf8')).toBe(BACKUP_KEY)
})

test('age opens a file with its passphrase', async ({ skip }) => {
  // It asks for the passphrase on a terminal, which `script` stands in for.
  skipWithout(['age', 'zstd', 'tar', 'script'], skip)
  const passphrase = 'seven small words of the passphrase'
  const command = `script -qec 'age -d -o "$FOLDER/opened" "$FILE"' /dev/null && zstd -d < "$FOLDER/opened" | tar x -C "$FOLDER"`
  expectWhole(await unpacked(command, { passphrase }, {}, `${passphrase}\n`))
})

test('sqlite3 opens a restored database: whole, and with the rows that we read', async ({ skip }) => {
  skipWithout(['sqlite3'], skip)
  const { DATA_DIR } = await place('sqlite')
  const where = { dataDir: DATA_DIR, databaseUrl: undefined, bucket: undefined, givenKey: BACKUP_KEY }
  const file = await backUpOffice(office, top)
  await restore(fileAt(file), undefined, where, { replaces: false, keepsKey: false, tell: () => {} })
  const DATABASE = join(DATA_DIR, 'rfd.sqlite')
  const ask = (statement: string) =>
    shell('sqlite3 -readonly -json "$DATABASE" "$STATEMENT"', { DATABASE, STATEMENT: statement })
  expect(JSON.parse(ask('pragma integrity_check'))).toEqual([{ integrity_check: 'ok' }])
  expect(ask('pragma foreign_key_check').trim()).toBe('')
  const columns = ['number', 'title', 'created_at']
  const ours: Row[] = []
  const source = openSqliteSource(DATABASE)
  for await (const row of source.rows({ name: 'requests', order: ['number'] }, columns)) ours.push(row)
  await source.close()
  expect(JSON.parse(ask(`select ${columns.join()} from requests order by number`))).toEqual(ours)
})
