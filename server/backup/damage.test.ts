import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFiles } from '../platform/files/open.ts'
import { BACKUP_KEY, backUpOffice, buildPlaces, fillOffice, openPlace } from '../testing/backup-offices.ts'
import { TEST_ENGINE } from '../testing/database.ts'
import { fileAt } from './backup-file.ts'
import { createSqlite, fillSqlite } from './load.ts'
import { type Key, locked, unlocked } from './lock.ts'
import { BackupProblem } from './problem.ts'
import { prove } from './prove.ts'
import { readArchive } from './read.ts'
import { restore } from './restore.ts'

const { top, place, removeAll } = buildPlaces('rfd-damage-')
afterAll(removeAll)
const onSqlite = test.runIf(TEST_ENGINE === 'sqlite')
const BLOCK = 4096
/** of the tar format */
const TAR_BLOCK = 512

interface Sample {
  key: Key
  bytes: Buffer
  /** what it unfolds into, and back */
  unfolded: Buffer
  folded(content: Buffer): Promise<Buffer>
}
const samples: Record<'plain' | 'encrypted', Sample> = {} as never
const empty = join(top, 'empty.sqlite')

beforeAll(async () => {
  if (TEST_ENGINE !== 'sqlite') return
  const office = await place('sqlite')
  await fillOffice(office)
  const { db } = await openPlace(office)
  const files = openFiles({ dataDir: office.DATA_DIR, bucket: undefined })
  for (const name of ['two', 'three', 'four']) {
    const content = randomBytes(80_000)
    await files.put(`documents/${name}`, Readable.from([content]), content.length)
    const about = {
      size: content.length,
      type: 'pdf',
      stored_at: new Date().toISOString(),
      text_state: 'ready',
    } as const
    const row = {
      checksum: createHash('sha256').update(content).digest('hex'),
      store_key: `documents/${name}`,
      text_note: null,
      pages: null,
      ...about,
    }
    await db.write((tx) => tx.insertInto('files').values(row).execute())
  }
  await db.close()
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  const plain = readFileSync(await backUpOffice(office, top))
  samples.plain = {
    key: undefined,
    bytes: plain,
    unfolded: zstdDecompressSync(plain),
    folded: async (content) => zstdCompressSync(content),
  }
  const encrypted = readFileSync(await backUpOffice(office, top, { recipient }))
  samples.encrypted = {
    key: { identity },
    bytes: encrypted,
    unfolded: zstdDecompressSync(await buffer(await unlocked(Readable.from([encrypted]), { identity }))),
    folded: async (content) => buffer(await locked(Readable.from([zstdCompressSync(content)]), { recipient })),
  }
  const { header } = await readArchive(inMemory(plain), undefined)
  await createSqlite(empty, header)
})

function inMemory(bytes: Buffer) {
  return {
    target: { read: async () => ({ size: bytes.length, content: Readable.from([bytes], { objectMode: false }) }) },
    name: 'office.rfd',
    scratch: top,
  }
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at]! ^= 1 << (at % 8)
  return copy
}

/** Why a file is refused; undefined: it is not. */
async function refusal(bytes: Buffer, key: Key): Promise<string | undefined> {
  return readArchive(inMemory(bytes), key).then(
    () => undefined,
    (error: unknown) => (error instanceof BackupProblem ? error.message : `no sentence: ${String(error)}`),
  )
}

/** The proof that verify and restore begin with, in a database that need not be made anew each time. */
async function proofOf(bytes: Buffer, key: Key): Promise<string | undefined> {
  return prove(inMemory(bytes) as never, key, Buffer.from(BACKUP_KEY), undefined, async (file, header) => {
    copyFileSync(empty, file)
    return fillSqlite(file, header)
  }).then(
    ({ doubt }) => doubt,
    (error: unknown) => (error instanceof BackupProblem ? error.message : `no sentence: ${String(error)}`),
  )
}

const SENTENCE = /^(is|has|does|goes|carries|unfolds) /
const eachBlock = (bytes: Buffer) => Array.from({ length: Math.ceil(bytes.length / BLOCK) }, (_, i) => i * BLOCK)

onSqlite.each(['plain', 'encrypted'] as const)(
  'what was cut at any 4 kB, or is longer, is refused (%s)',
  async (name) => {
    const { bytes, key } = samples[name]
    expect(await refusal(bytes, key)).toBeUndefined()
    const cuts = [...eachBlock(bytes), bytes.length - 1].map((at) => bytes.subarray(0, at))
    expect(cuts.length).toBeGreaterThan(70)
    const longer = [Buffer.from([0]), Buffer.alloc(BLOCK), bytes].map((more) => Buffer.concat([bytes, more]))
    for (const one of [...cuts, ...longer]) expect(await refusal(one, key), `${one.length} bytes`).toMatch(SENTENCE)
  },
)

onSqlite.each(['plain', 'encrypted'] as const)('a bit flipped in any 4 kB is noticed (%s)', async (name) => {
  const { bytes, key } = samples[name]
  // Also in each line of the encryption’s head, and in the last checksum.
  const head = name === 'plain' ? [0, 1, 2, 3] : Array.from({ length: 60 }, (_, i) => i * 5)
  const within = eachBlock(bytes).map((at) => Math.min(at + 11 + ((at * 7) % (BLOCK - 11)), bytes.length - 1))
  for (const at of [...head, ...within, bytes.length - 2])
    expect(await refusal(flipped(bytes, at), key), `bit ${at % 8} of byte ${at}`).toMatch(SENTENCE)
})

onSqlite('a bit flipped in the head of the compression is noticed, or changes nothing', async () => {
  const { bytes, unfolded } = samples.plain
  for (let bit = 0; bit < 11 * 8; bit++) {
    const copy = Buffer.from(bytes)
    copy[bit >> 3]! ^= 1 << (bit % 8)
    const refused = await refusal(copy, undefined)
    // A larger window and a bit without a meaning do not matter to whoever unfolds it.
    if (refused === undefined) expect(zstdDecompressSync(copy).equals(unfolded)).toBe(true)
    else expect(refused).toMatch(SENTENCE)
  }
})

/** Where the entries of a tar begin, with the bytes of their content. */
function entriesOf(tar: Buffer): { name: string; at: number; size: number }[] {
  const entries: { name: string; at: number; size: number }[] = []
  for (let i = 0; tar[i] !== 0;) {
    const size = Number.parseInt(tar.toString('latin1', i + 124, i + 135), 8)
    entries.push({ name: tar.toString('latin1', i, i + 100).replace(/\0.*/s, ''), at: i, size })
    i += TAR_BLOCK + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK
  }
  return entries
}

onSqlite.each(['plain', 'encrypted'] as const)(
  'a bit flipped in any entry, or in its head, is noticed, though the rest is in order (%s)',
  async (name) => {
    const { unfolded, folded, key } = samples[name]
    expect(await proofOf(await folded(unfolded), key)).toBeUndefined()
    const entries = entriesOf(unfolded)
    const names = entries.map((entry) => entry.name)
    expect(names).toEqual(expect.arrayContaining(['header.json', 'files/documents/one', 'manifest.json']))
    expect(names.filter((one) => one.startsWith('tables/')).length).toBeGreaterThan(10)
    expect(names.includes('secret-key')).toBe(name === 'encrypted')
    for (const [i, { name: entry, at, size }] of entries.entries()) {
      for (const [where, byte] of [
        ['head', at + ((i * 29) % 148)],
        ['content', at + TAR_BLOCK + ((i * 7919) % size)],
      ] as const)
        expect(
          await proofOf(await folded(flipped(unfolded, byte)), key),
          `${where} of ${entry}, ${byte - at}`,
        ).toBeDefined()
    }
  },
)

/** But for the lock, which is empty and stays. */
const writtenIn = (folder: string) => readdirSync(folder).filter((name) => name !== 'in-use.lock')

onSqlite('the commands refuse a cut file with one sentence and exit code 1, and nothing is written', async () => {
  const main = join(import.meta.dirname, '..', 'backup-command.ts')
  const { bytes } = samples.plain
  const [half, last] = [bytes.subarray(0, 40 * BLOCK), flipped(bytes, bytes.length - 2)]
  for (const [command, damaged] of [
    ['verify', half],
    ['restore', half],
    ['restore', last],
  ] as const) {
    const path = join(top, 'damaged.rfd')
    writeFileSync(path, damaged)
    const { DATA_DIR } = await place('sqlite')
    mkdirSync(DATA_DIR)
    const env = { ...process.env, DATA_DIR, DATABASE_URL: '', SECRET_KEY: BACKUP_KEY, BACKUP_PASSPHRASE: '' }
    const { status, stderr } = spawnSync(process.execPath, [main, command, path], { env, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^The file .*\.\n$/) })
    expect(writtenIn(DATA_DIR)).toEqual([])
  }
})

onSqlite('a restore of a damaged file leaves the place as it was', async () => {
  const { bytes } = samples.plain
  for (const at of [0, 10, 40, 70].map((block) => block * BLOCK)) {
    const path = join(top, 'damaged.rfd')
    writeFileSync(path, bytes.subarray(0, at))
    const { DATA_DIR } = await place('sqlite')
    const to = { dataDir: DATA_DIR, databaseUrl: undefined, bucket: undefined, givenKey: BACKUP_KEY }
    const options = { replaces: false, keepsKey: false, tell: () => {} }
    await expect(restore(fileAt(path), undefined, to, options)).rejects.toThrow(BackupProblem)
    expect(writtenIn(DATA_DIR)).toEqual([])
  }
})
