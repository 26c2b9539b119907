import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import tar from 'tar-stream'
import { afterAll, expect, test } from 'vitest'
import { AppError } from '../platform/errors.ts'
import { type BackupFile, fileAt } from './backup-file.ts'
import { readArchive } from './read.ts'

const top = mkdtempSync(join(tmpdir(), 'rfd-made-up-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const HEADER = {
  format: 'rfd backup 1',
  office: 'Customs',
  madeAt: '2026-11-28T09:00:00.000Z',
  engine: 'sqlite',
  migrations: ['0001-ground'],
  tables: [
    { name: 'roles', columns: ['id', 'name'] },
    { name: 'settings', columns: ['key', 'value'] },
  ],
  highestNumber: 0,
  keyId: null,
}
const ROW = '["user","User"]\n'
const EMPTY = { rows: 0, sha256: sha256('') }
const MANIFEST = {
  tables: { roles: { rows: 1, sha256: sha256(ROW) }, settings: EMPTY },
  files: { count: 0, sha256: sha256('') },
  missing: [],
}

type Entry = [{ name: string } & Partial<tar.Header>, string]
const entry = (name: string, content: unknown, headers: Partial<tar.Header> = {}): Entry => [
  { name, ...headers },
  typeof content === 'string' ? content : JSON.stringify(content),
]
const header = entry('header.json', HEADER)
const roles = entry('tables/roles/000001.ndjson', ROW)
const manifest = entry('manifest.json', MANIFEST)

async function archiveOf(entries: Entry[], wrap = (bytes: Buffer) => zstdCompressSync(bytes)): Promise<BackupFile> {
  const pack = tar.pack()
  for (const [headers, content] of entries) pack.entry({ ...headers }, headers.type ? '' : content)
  pack.finalize()
  const path = join(top, 'made-up.rfd')
  writeFileSync(path, wrap(await buffer(pack)))
  return fileAt(path)
}

test('an archive made by the same rules is read', async () => {
  const rows: unknown[] = []
  const read = await readArchive(await archiveOf([header, roles, manifest]), undefined, {
    rows: async (table, batch) => void rows.push(table.name, ...batch),
  })
  expect(read).toMatchObject({ header: HEADER, manifest: MANIFEST, hasSecretKey: false })
  expect(rows).toEqual(['roles', { id: 'user', name: 'User' }])
})

const manifestWith = (change: object) => entry('manifest.json', { ...MANIFEST, ...change })
const headerWith = (change: object) => entry('header.json', { ...HEADER, ...change })

test.each<[string, Entry[], string]>([
  ['without a header', [roles, manifest], 'does not begin as a backup'],
  ['without a manifest', [header, roles], 'is incomplete'],
  ['with entries behind its manifest', [header, roles, manifest, roles], 'goes on behind its manifest'],
  ['with two manifests', [header, roles, manifest, manifest], 'goes on behind its manifest'],
  ['with a path out of the folder', [header, entry('../../etc/passwd', 'x'), manifest], 'unknown entry'],
  ['with a file out of the store', [header, roles, entry('files/../secret-key', 'x'), manifest], 'impossible name'],
  ['with a link', [header, entry('files/a', '', { type: 'symlink', linkname: '/etc/passwd' }), manifest], 'no file'],
  ['with a folder', [header, entry('tables', '', { type: 'directory' }), manifest], 'no file'],
  ['with a file twice', [header, roles, entry('files/a', 'x'), entry('files/a', 'x'), manifest], 'impossible name'],
  ['with parts in disorder', [header, entry('tables/roles/000002.ndjson', ROW), manifest], 'in disorder'],
  [
    'with a table that the header does not name',
    [header, entry('tables/users/000001.ndjson', ROW), manifest],
    'does not name',
  ],
  ['with a key behind its rows', [header, roles, entry('secret-key', 'x'), manifest], 'where none belongs'],
  [
    'with a table named twice',
    [headerWith({ tables: [HEADER.tables[0], HEADER.tables[0]] }), roles, manifest],
    'header that cannot be read',
  ],
  [
    'with an unknown table',
    [headerWith({ tables: [{ name: 'sqlite_master', columns: ['sql'] }] }), manifest],
    'header that cannot be read',
  ],
  [
    'with a column that is SQL',
    [headerWith({ tables: [{ name: 'roles', columns: ['id") --'] }] }), manifest],
    'header that cannot be read',
  ],
  ['of a newer format', [headerWith({ format: 'rfd backup 2' }), roles, manifest], 'header that cannot be read'],
  ['with rows of other columns', [header, entry('tables/roles/000001.ndjson', '["user"]\n'), manifest], 'is damaged'],
  [
    'with a value of an unknown kind',
    [header, entry('tables/roles/000001.ndjson', '["user",[1]]\n'), manifest],
    'is damaged',
  ],
  [
    'that counts a thousand million rows',
    [header, roles, manifestWith({ tables: { ...MANIFEST.tables, roles: { rows: 1e9, sha256: sha256(ROW) } } })],
    'other rows of roles',
  ],
  [
    'with other rows than it says',
    [header, entry('tables/roles/000001.ndjson', '["user","Boss"]\n'), manifest],
    'other rows of roles',
  ],
  ['with files that it does not list', [header, roles, entry('files/a', 'x'), manifest], 'other files than it says'],
  [
    'that lists files it lacks',
    [header, roles, entry('file-list/000001.ndjson', `["a",1,"${sha256('x')}"]\n`), manifest],
    'another file under a',
  ],
])('an archive %s is refused', async (_, entries, reason) => {
  await expect(readArchive(await archiveOf(entries), undefined)).rejects.toThrow(reason)
})

test.each([
  ['a database without room', Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })],
  ['a database that is gone', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ['a store without room', new AppError('unavailable', 'There is no room left for files on the server.')],
])('%s is not taken for a damaged file', async (_, failure) => {
  const rows = () => Promise.reject(failure)
  await expect(readArchive(await archiveOf([header, roles, manifest]), undefined, { rows })).rejects.toBe(failure)
})

test('an archive within an archive, and one that unfolds without end, are refused', async () => {
  const twice = (bytes: Buffer) => zstdCompressSync(zstdCompressSync(bytes))
  await expect(readArchive(await archiveOf([header, roles, manifest], twice), undefined)).rejects.toThrow('is damaged')
  const bomb = entry('tables/roles/000001.ndjson', ' '.repeat(100_000_000))
  await expect(readArchive(await archiveOf([header, bomb, manifest]), undefined)).rejects.toThrow(
    'unfolds into far more',
  )
})
