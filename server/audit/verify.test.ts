import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../platform/database/db.ts'
import fc from 'fast-check'
import { openTestDatabase, TEST_ENGINE, TEST_SEALER } from '../testing/database.ts'
import { emptyTables } from '../testing/empty-tables.ts'
import { type ChainKey, chainKeyFrom, type Entry, hashOf } from './chain.ts'
import { AuditSealer } from './seal.ts'
import { recordAny } from '../testing/audit.ts'
import { type Head, verify } from './verify.ts'

let db: Db
const clock = () => new Date('2026-03-10T09:00:00.000Z')
const { key } = TEST_SEALER
const write = async (...actions: string[]) => {
  await db.write(async (tx) => {
    for (const action of actions) await recordAny(tx, clock, { actorId: null, action, details: { word: 'ä"\\' } })
  })
  await TEST_SEALER.sealAll(db)
}
const verified = (noted?: Head) => verify(db, { key, noted })
const rows = () => db.read.selectFrom('audit_log').selectAll().orderBy('seq').$castTo<Entry>().execute()
const change = (seq: number, to: Partial<Entry>) =>
  db.write((tx) => tx.updateTable('audit_log').set(to).where('seq', '=', seq).execute())
const remove = (...seqs: number[]) => db.write((tx) => tx.deleteFrom('audit_log').where('seq', 'in', seqs).execute())

/** Like an attacker with write access to the tables: rewrites everything from `first` on, with new hashes. */
async function rewriteFrom(first: number, hashed: (entry: Omit<Entry, 'hash'>) => string) {
  const all = await rows()
  let previous_hash = all[first - 2]?.hash ?? '0'.repeat(64)
  for (const { hash: _, ...entry } of all.slice(first - 1)) {
    const forged = { ...entry, actor_id: 'user-dan', previous_hash }
    previous_hash = hashed(forged)
    await change(entry.seq, { ...forged, hash: previous_hash })
  }
}

beforeAll(async () => {
  db = await openTestDatabase()
})
beforeEach(async () => {
  await emptyTables(db)
  await write('one', 'two', 'three', 'four')
})
afterAll(() => db.close())

const noted = async () => ({ entries: 4, hash: (await rows())[3]!.hash })

test('an untouched log is intact and matches its note', async () => {
  const head = await noted()
  const intact = { intact: true, entries: 4, lastHash: head.hash, uncheckedContents: 0, unsealed: 0 }
  expect(await verify(db, { key, noted: head, pageSize: 2 })).toEqual(intact)
  await write('five')
  expect(await verified(head)).toMatchObject({ intact: true, entries: 5 })
})

test.for([
  ['actor', { actor_id: 'user-dan' }],
  ['action', { action: 'twp' }],
  ['target', { target_id: 'x' }],
  ['instant', { at: '2026-03-10T09:00:00.001Z' }],
  ['details, one letter', { details: '{"word":"Ä\\"\\\\"}' }],
] as [string, Partial<Entry>][])('an altered entry is named: %s', async ([, to]) => {
  await change(2, to)
  expect(await verified()).toEqual({ intact: false, damage: 'altered', brokenAt: 2 })
})

test('a flipped letter of a hash is found', async () => {
  const { hash } = (await rows())[1]!
  await change(2, { hash: hash.slice(0, -1) + (hash.endsWith('0') ? '1' : '0') })
  expect(await verified()).toEqual({ intact: false, damage: 'altered', brokenAt: 2 })
})

test('a removed entry leaves a gap, even when the entries after it were renumbered', async () => {
  await remove(2)
  expect(await verified()).toEqual({ intact: false, damage: 'removed', brokenAt: 2 })
  await change(3, { seq: 2 })
  await change(4, { seq: 3 })
  expect(await verified()).toMatchObject({ intact: false, brokenAt: 2 })
})

test('two swapped entries are found', async () => {
  for (const [from, to] of [
    [2, 9],
    [3, 2],
    [9, 3],
  ] as const)
    await change(from, { seq: to })
  expect(await verified()).toEqual({ intact: false, damage: 'swapped', brokenAt: 2 })
})

test('a tail that was cut off, and a table that was emptied, are detected with the note', async () => {
  const head = await noted()
  await remove(4)
  expect(await verified()).toMatchObject({ intact: true, entries: 3 })
  expect(await verified(head)).toEqual({ intact: false, damage: 'cut', brokenAt: 4 })
  await write('another four')
  expect(await verified(head)).toEqual({ intact: false, damage: 'rewritten', brokenAt: 4 })
  await remove(1, 2, 3, 4)
  expect(await verified(head)).toEqual({ intact: false, damage: 'emptied', brokenAt: 1 })
})

test('without the key the log cannot be rewritten from any entry on', async () => {
  const plain = (entry: Omit<Entry, 'hash'>) => {
    const { seq, at, actor_id, action, target_type, target_id, details, previous_hash } = entry
    const covered = [seq, at, actor_id, action, target_type, target_id, details, previous_hash]
    return createHash('sha256').update(JSON.stringify(covered)).digest('hex')
  }
  await rewriteFrom(3, plain)
  expect(await verified()).toEqual({ intact: false, damage: 'forged', brokenAt: 3 })
})

test('entries made with an invented key are detected at the end, and in the middle at the next genuine entry', async () => {
  const invented: ChainKey = chainKeyFrom(Buffer.alloc(32, 1))
  await rewriteFrom(3, (entry) => hashOf(entry, invented))
  expect(await verified()).toEqual({ intact: false, damage: 'forged', brokenAt: 3 })
})

test('an inner entry rewritten under an invented key breaks the next one', async () => {
  const { hash: _, ...entry } = (await rows())[2]!
  const forged = { ...entry, actor_id: 'user-dan' }
  await change(3, { ...forged, hash: hashOf(forged, chainKeyFrom(Buffer.alloc(32, 1))) })
  expect(await verified()).toEqual({ intact: false, damage: 'rewritten', brokenAt: 4 })
})

test('entries from before there was a key, and of a former key, stay readable and are sealed by later ones', async () => {
  expect(await verify(db, { key: undefined })).toMatchObject({ intact: true, entries: 4 })
  const later = new AuditSealer(chainKeyFrom(Buffer.alloc(32, 9)))
  await db.write(async (tx) => {
    await recordAny(tx, clock, { actorId: null, action: 'later' })
    await later.seal(tx)
  })
  expect(await verify(db, later)).toMatchObject({ intact: true, entries: 5, uncheckedContents: 4 })
  await change(4, { action: 'x', hash: 'another' })
  expect(await verify(db, later)).toMatchObject({ intact: false })
})

// 10,000 entries per run; the other engine uses the same code.
test.runIf(TEST_ENGINE === 'sqlite')(
  'of 10,000 entries one flipped bit, one removed, two swapped or the end cut is found and named',
  async () => {
    await db.write(async (tx) => {
      for (let i = 5; i <= 10_000; i++)
        await recordAny(tx, clock, { actorId: 'user-ada', action: `step ${i}`, address: '::1' })
    })
    await TEST_SEALER.sealAll(db)
    const all = await rows()
    const head = { entries: all.length, hash: all.at(-1)!.hash }
    const brokenAt = async () => {
      const verdict = await verified(head)
      return verdict.intact ? 'intact' : verdict.brokenAt
    }
    const restore = (entry: Entry) => change(entry.seq, entry)
    const COLUMNS = ['at', 'actor_id', 'action', 'details', 'address', 'previous_hash', 'hash'] as const
    const place = fc.integer({ min: 1, max: all.length })
    const flip = fc.asyncProperty(place, fc.constantFrom(...COLUMNS), fc.nat(), async (seq, column, bit) => {
      const entry = all[seq - 1]!
      const value = entry[column]
      fc.pre(value !== null)
      const bytes = Buffer.from(value)
      const target = bit % (bytes.length * 8)
      bytes[target >> 3]! ^= 1 << (target & 7)
      await change(seq, { [column]: bytes.toString() })
      try {
        expect(await brokenAt()).toBe(seq)
      } finally {
        await restore(entry)
      }
    })
    await fc.assert(flip, { numRuns: 15, examples: [[1, 'hash', 0]] })
    const gone = fc.asyncProperty(place, async (seq) => {
      await remove(seq)
      expect(await brokenAt()).toBe(seq)
      await db.write((tx) =>
        tx
          .insertInto('audit_log')
          .values(all[seq - 1]!)
          .execute(),
      )
    })
    await fc.assert(gone, { numRuns: 4 })
    const swap = fc.asyncProperty(place, place, async (a, b) => {
      fc.pre(a !== b)
      const { id: _, seq: from, ...first } = all[a - 1]! as Entry & { id: number }
      const { id: __, seq: to, ...second } = all[b - 1]! as Entry & { id: number }
      await change(from, { hash: 'moved' })
      await change(to, first)
      await change(from, second)
      expect(await brokenAt()).toBe(Math.min(a, b))
      await restore(all[a - 1]!)
      await restore(all[b - 1]!)
    })
    await fc.assert(swap, { numRuns: 4 })
    expect(await brokenAt()).toBe('intact')
    await db.write((tx) => tx.deleteFrom('audit_log').where('seq', '>', 9_990).execute())
    expect(await brokenAt()).toBe(9_991)
  },
  120_000,
)
