import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fold } from '../../../shared/fold.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { emptyTables } from '../../testing/empty-tables.ts'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { foundInHeading, searchHits } from './hits.ts'
import { buildComment } from '../../testing/comments.ts'
import { addToSearch, changeInSearch } from './texts.ts'
import { type SearchShape, type SearchValues, parseSearch } from './parse-search.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())
beforeEach(() => emptyTables(db))

const AT = '2026-11-02T08:00:00.000Z'
interface Texts {
  title: string
  description?: string
}

async function store(...requests: Texts[]) {
  await db.write(async (tx) => {
    await tx
      .insertInto('users')
      .values({
        id: 'ada',
        username: 'ada',
        username_key: 'ada',
        first_name: 'Ada',
        last_name: 'Byron',
        name_key: 'ada byron',
        email: 'ada@office.example',
        role_id: 'user',
        password_hash: '-',
        created_at: AT,
        updated_at: AT,
      })
      .execute()
    for (const [i, { title, description = '' }] of requests.entries()) {
      const number = i + 1
      const requestId = `RFD-2026-${String(number).padStart(4, '0')}`
      await tx
        .insertInto('requests')
        .values({
          number,
          id: requestId,
          request_id: requestId,
          title,
          title_key: fold(title),
          description,
          priority: 'low',
          priority_rank: 0,
          department: 'it',
          status: 'pending',
          requester_id: 'ada',
          due_date: '2026-12-01',
          created_at: AT,
          updated_at: AT,
          version: 1,
        })
        .execute()
      await addToSearch(tx, { number, requestId, title, description })
    }
  })
}

const page = prepared<SearchValues, { number: number }, SearchShape>((read, param, shape) =>
  read
    .selectFrom(searchHits(read, shape, param).as('hits'))
    .innerJoin('requests', 'requests.number', 'hits.number')
    .select(['requests.number', foundInHeading(read, shape, param).as('heading')])
    .orderBy('heading', 'desc')
    .orderBy('hits.number', 'desc')
    .limit(500),
)

let comments = 0
const say = (requestNumber: number, comment: string, isInternal = false) =>
  buildComment(db, { id: `c${++comments}`, requestNumber, authorId: 'ada', comment, isInternal })

async function find(text: string, internal = false): Promise<number[]> {
  const search = await parseSearch(db, text, internal)
  if (!search) return []
  return (await page(db.read, search.values, search.shape)).map((row) => row.number)
}

test('every word counts, in any order, case and spelling, in any of the texts', async () => {
  await store(
    { title: 'Tariff lookup for Größe fields', description: 'Clerks type codes twice' },
    { title: 'Manifest upload', description: 'Slow for tariff staff' },
  )
  await say(2, 'Ask the Crème team')
  await say(2, 'Then ask again')
  expect(await find('TARIFF')).toEqual([1, 2])
  expect(await find('codes tariff')).toEqual([1])
  expect(await find('grosse')).toEqual([1])
  expect(await find('creme slow')).toEqual([2])
  expect(await find('creme again manifest')).toEqual([2])
  expect(await find('creme lookup')).toEqual([])
  expect(await find('again')).toEqual([2])
  expect(await find('rfd-2026-0002')).toEqual([2])
  expect(await find('nowhere')).toEqual([])
  expect(await find('tariff nowhere')).toEqual([])
})

test('the whole of a very long discussion is found, with the title and the description', async () => {
  await store({ title: 'Tariff lookup', description: 'Clerks type codes twice' }, { title: 'Other' })
  await say(1, 'Ask the albatross')
  for (let i = 0; i < 8; i++) await say(1, `Remark ${i} ${'again '.repeat(1500)}`)
  await say(1, 'Ask the pelican 🚢')
  for (const text of ['tariff', 'albatross', 'pelican', '🚢', 'remark 7', 'albatross pelican', 'tariff ask', 'al 🚢'])
    expect([text, await find(text)]).toEqual([text, [1]])
})

test('internal notes are found only by who may read them, alone and together with other words', async () => {
  await store({ title: 'Tariff lookup' })
  await say(1, 'The albatross', true)
  await say(1, 'The pelican')
  for (const text of ['albatross', 'tariff albatross', 'albatross pelican', 'al'])
    expect([text, await find(text), await find(text, true)]).toEqual([text, [], [1]])
  expect(await find('tariff pelican')).toEqual([1])
})

test('words in the title or number come first, then the newest', async () => {
  await store(
    { title: 'Seal tracking' },
    { title: 'Other', description: 'seal' },
    { title: 'More seals' },
    { title: 'Last', description: 'a seal' },
  )
  expect(await find('seal')).toEqual([3, 1, 4, 2])
  expect(await find('0002')).toEqual([2])
})

test('changed texts are found by their new words', async () => {
  await store({ title: 'Before', description: 'old words' }, { title: 'Untouched' })
  await db.write((tx) => changeInSearch(tx, 1, { title: 'Afterwards' }))
  expect(await find('before')).toEqual([])
  expect(await find('afterwards old')).toEqual([1])
  await db.write((tx) => changeInSearch(tx, 1, { description: 'new words' }))
  expect(await find('old')).toEqual([])
  expect(await find('new')).toEqual([1])
})

test('a request that is gone is no longer found', async () => {
  await store({ title: 'Gone soon' })
  await db.write((tx) => tx.deleteFrom('search_documents').execute())
  expect(await find('gone')).toEqual([])
  expect(await find('go')).toEqual([])
})

test('one and two letters are found wherever they stand', async () => {
  await store({ title: 'Fix ab', description: 'xy' }, { title: 'q' }, { title: 'abc', description: 'é' })
  expect(await find('ab')).toEqual([3, 1])
  expect(await find('y')).toEqual([1])
  expect(await find('q')).toEqual([2])
  expect(await find('b fix')).toEqual([1])
  expect(await find('zz')).toEqual([])
  expect(await find('E')).toEqual([3])
})

test('writes of a rolled-back transaction are not found, its neighbours in the same commit are', async () => {
  await store({ title: 'First' }, { title: 'Second' })
  const undone = db.write(async (tx) => {
    await changeInSearch(tx, 1, { title: 'Undone' })
    throw new Error('changed my mind')
  })
  await Promise.allSettled([say(1, 'remark'), undone, db.write((tx) => changeInSearch(tx, 2, { title: 'Third' }))])
  expect(await find('undone')).toEqual([])
  expect(await find('first remark')).toEqual([1])
  expect(await find('third')).toEqual([2])
})

test('a hundred texts stored in one transaction are all found', async () => {
  await store(...Array.from({ length: 100 }, (_, i) => ({ title: `Many x${String(i).padStart(3, '0')}` })))
  expect(await find('many')).toHaveLength(100)
  for (const i of [0, 31, 32, 63, 64, 99]) expect(await find(`x${String(i).padStart(3, '0')}`)).toEqual([i + 1])
})

const NASTY = [
  '"',
  '""',
  "'",
  '%',
  '_',
  '\\',
  '*',
  'a*',
  'AND',
  'OR NOT',
  'NEAR(a b)',
  'title:abc',
  '-abc',
  '^abc',
  '(',
  ')',
  '{}',
  '+',
  ';--',
  '100%',
  'a_c',
  'a\\b',
  '😀',
  '👩‍👩‍👧',
  '❤️x',
  'ß',
  'a\u0001b',
  'abc"def',
  '日本',
  '日本語',
  'ﬁn',
  '\u00a0abc\u3000def',
  '?1',
  '$1 :a @b',
]

test.each(NASTY)('%j is searched for letter by letter', async (text) => {
  const titles = ['plain abc def', `x${text}y`, 'axc 100 percent', 'a_c', 'and or not near', '日本語']
  await store(...titles.map((title) => ({ title })))
  const words = fold(text).split(/\s+/u).filter(Boolean)
  const expected = titles.flatMap((title, i) => {
    const all = `rfd-2026-${String(i + 1).padStart(4, '0')}\n${fold(title)}`
    return words.every((word) => all.includes(word)) ? [i + 1] : []
  })
  expect((await find(text)).sort()).toEqual(expected)
})

test('nothing but white space is no search', async () => {
  expect(await parseSearch(db, ' \t\n\u3000')).toBeUndefined()
})

test('exactly the texts that contain the words are found, with any characters', async () => {
  const letter = fc.constantFrom('a', 'B', 'ß', 'é', '%', '_', '"', '*', '\\', '😀', '日', ' ', '\n')
  const text = fc.array(letter, { maxLength: 8 }).map((letters) => letters.join(''))
  const titles = fc.sample(text, { numRuns: 60, seed: 7 })
  await store(...titles.map((title, i) => ({ title, description: titles[(i * 7) % titles.length]! })))
  await fc.assert(
    fc.asyncProperty(text, async (searched) => {
      const words = fold(searched).split(/\s+/u).filter(Boolean)
      fc.pre(words.length > 0)
      const expected = titles.flatMap((title, i) => {
        const all = fold(`RFD-2026-${String(i + 1).padStart(4, '0')}\n${title}\n${titles[(i * 7) % titles.length]}`)
        return words.every((word) => all.includes(word)) ? [i + 1] : []
      })
      expect((await find(searched)).sort((a, b) => a - b)).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})
