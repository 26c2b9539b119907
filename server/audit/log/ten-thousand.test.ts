import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionsOf, AUDIT_GROUPS, type AuditGroup } from '../../../shared/audit-actions.ts'
import type { Entry } from '../chain.ts'
import { verify } from '../verify.ts'
import { testApp } from '../../testing/app.ts'
import { recordAny } from '../../testing/audit.ts'
import { TEST_SEALER } from '../../testing/database.ts'
import { verifyLines } from './verify-audit.mjs'

const ENTRIES = 10_000
const ACTIONS = (Object.keys(AUDIT_GROUPS) as AuditGroup[]).flatMap(actionsOf)
let office: Awaited<ReturnType<typeof testApp>>

/** Entries of every kind that the server writes, in rotation. */
beforeAll(async () => {
  office = await testApp()
  const { db, clock, ada } = office
  for (let written = 0; written < ENTRIES; written += 1000) {
    await db.write(async (tx) => {
      for (let i = written; i < written + 1000; i++) {
        const action = ACTIONS[i % ACTIONS.length]!
        const about = { targetType: 'export', targetId: `thing-${i}` }
        const details = { name: `ä"\\\u2028 ${i}`, format: 'XLSX', before: { days: i }, after: { days: i + 1 } }
        await recordAny(tx, clock, {
          actorId: i % 7 === 0 ? null : ada.id,
          action,
          ...about,
          address: '192.0.2.1',
          details,
        })
      }
    })
  }
  await TEST_SEALER.sealAll(db)
})
afterAll(() => office.close())

test('in 10,000 entries the program finds and names one flipped bit, one removed, two swapped and a cut end', async () => {
  const { db } = office
  const { key } = TEST_SEALER
  const sealed = db.read
    .selectFrom('audit_log')
    .selectAll()
    .where('seq', 'is not', null)
    .$castTo<Entry & { id: number }>()
  const all = await sealed.orderBy('seq').execute()
  const noted = { entries: all.length, hash: all.at(-1)!.hash }
  const found = async () => {
    const verdict = await verify(db, { key, noted })
    return verdict.intact ? 'intact' : verdict.brokenAt
  }
  const set = (id: number, to: Partial<Entry>) =>
    db.write((tx) => tx.updateTable('audit_log').set(to).where('id', '=', id).execute())
  /** The damage found after a change, which is then reverted. */
  async function foundAfter(changed: (Entry & { id: number })[], change: () => Promise<unknown>) {
    await change()
    const place = await found()
    const ids = changed.map(({ id }) => id)
    await db.write(async (tx) => {
      await tx.deleteFrom('audit_log').where('id', 'in', ids).execute()
      await tx.insertInto('audit_log').values(changed).execute()
    })
    return place
  }
  expect(all.length).toBeGreaterThanOrEqual(ENTRIES)
  expect(await found()).toBe('intact')

  const columns = ['action', 'target_type', 'target_id', 'details', 'address', 'previous_hash', 'hash'] as const
  const place = fc.integer({ min: 0, max: all.length - 1 })
  const flip = fc.asyncProperty(
    place,
    fc.constantFrom(...columns),
    fc.nat(),
    fc.nat(4),
    async (at, column, where, bit) => {
      const entry = all[at]!
      const letters = [...entry[column]!]
      // Only word characters: no database stores half a surrogate pair.
      const plain = letters.flatMap((letter, i) => (/[\w]/.test(letter) ? [i] : []))
      const target = plain[where % plain.length]!
      letters[target] = String.fromCharCode(letters[target]!.charCodeAt(0) ^ (1 << bit))
      expect(await foundAfter([entry], () => set(entry.id, { [column]: letters.join('') }))).toBe(at + 1)
    },
  )
  await fc.assert(flip, { numRuns: 8 })
  const remove = fc.asyncProperty(place, async (at) => {
    const gone = () => db.write((tx) => tx.deleteFrom('audit_log').where('id', '=', all[at]!.id).execute())
    expect(await foundAfter([all[at]!], gone)).toBe(at + 1)
  })
  await fc.assert(remove, { numRuns: 2 })
  const swap = fc.asyncProperty(fc.integer({ min: 0, max: all.length - 2 }), fc.nat(), async (one, far) => {
    const [first, second] = [all[one]!, all[one + 1 + (far % (all.length - 1 - one))]!]
    const exchange = async () => {
      await set(first.id, { seq: all.length + 1 })
      await set(second.id, { seq: first.seq })
      await set(first.id, { seq: second.seq })
    }
    expect(await foundAfter([first, second], exchange)).toBe(one + 1)
  })
  await fc.assert(swap, { numRuns: 2 })
  const cut = fc.asyncProperty(fc.integer({ min: all.length - 200, max: all.length - 1 }), async (at) => {
    const end = () => db.write((tx) => tx.deleteFrom('audit_log').where('seq', '>', at).execute())
    expect(await foundAfter(all.slice(at), end)).toBe(at + 1)
  })
  await fc.assert(cut, { numRuns: 2 })
  expect(await found()).toBe('intact')
})

test('in 10,000 entries the stand-alone file finds and names one flipped bit, one removed, two swapped and a cut end', async () => {
  const { app, cleo } = office
  const headers = { authorization: `Bearer ${cleo.token}` }
  const { payload } = await app.inject({ method: 'GET', url: '/api/audit/export.jsonl', headers })
  const lines = payload.split('\n').slice(0, -1)
  const count = lines.length - 1
  const check = async (changed: string[]) => {
    const verdict = await verifyLines(changed)
    return verdict.intact ? 'intact' : verdict.entry
  }
  expect(await check(lines)).toBe('intact')

  const place = fc.integer({ min: 0, max: count })
  const flip = fc.asyncProperty(place, fc.nat(), async (at, bit) => {
    const bytes = Buffer.from(lines[at]!)
    const target = bit % (bytes.length * 8)
    bytes[target >> 3]! ^= 1 << (target & 7)
    expect(await check(lines.with(at, bytes.toString()))).toBe(at + 1)
  })
  await fc.assert(flip, { numRuns: 25 })
  const remove = fc.asyncProperty(fc.integer({ min: 0, max: count - 1 }), async (at) => {
    expect(await check(lines.toSpliced(at, 1))).toBe(at + 1)
  })
  await fc.assert(remove, { numRuns: 6 })
  const swap = fc.asyncProperty(fc.integer({ min: 0, max: count - 2 }), fc.nat(), async (one, far) => {
    const other = one + 1 + (far % (count - 1 - one))
    expect(await check(lines.with(one, lines[other]!).with(other, lines[one]!))).toBe(one + 1)
  })
  await fc.assert(swap, { numRuns: 6 })
  const cut = fc.asyncProperty(place, async (at) => {
    expect(await check(lines.slice(0, at))).toBe(at + 1)
    expect(await check([...lines.slice(0, at), lines.at(-1)!])).toBe(at === count ? 'intact' : at + 1)
  })
  await fc.assert(cut, { numRuns: 6 })
})
