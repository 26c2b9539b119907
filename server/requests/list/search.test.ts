import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToSearch } from '../search/texts.ts'
import { get, testApp } from '../../testing/app.ts'

const AT = '2026-02-02T08:00:00.000Z'
const COUNT = 1101
let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
  await office.db.write(async (tx) => {
    const numbers = Array.from({ length: COUNT }, (_, i) => i + 1)
    const rows = numbers.map((number) => {
      const requestId = `RFD-2026-${String(number).padStart(4, '0')}`
      // Every 30th has the word in the title, the others in the description; the older half only asks for bonds.
      const isNew = number > COUNT / 2
      const title = number % 30 === 0 ? 'Gauge' : 'Plain'
      const description = `${title === 'Plain' ? 'gauge ' : ''}${isNew ? 'and seal' : 'and bond'} ab`
      return { number, requestId, title, description }
    })
    for (let i = 0; i < rows.length; i += 100) {
      const values = rows.slice(i, i + 100).map(({ number, requestId, title, description }) => ({
        number,
        id: requestId,
        request_id: requestId,
        title,
        title_key: title.toLowerCase(),
        description,
        priority: 'low' as const,
        priority_rank: 0,
        department: number % 2 ? ('it' as const) : ('data' as const),
        status: 'pending' as const,
        requester_id: office.ada.id,
        due_date: '2026-03-01',
        created_at: AT,
        updated_at: AT,
        version: 1,
      }))
      await tx.insertInto('requests').values(values).execute()
    }
    for (const row of rows) await addToSearch(tx, row)
  })
})
afterAll(() => office.close())

async function search(query: string) {
  const { statusCode, body } = await get(office.app, office.ben, `/api/requests?${query}`)
  expect(statusCode).toBe(200)
  const numbers = body.requests.map(({ requestId }: { requestId: string }) => Number(requestId.slice(-4)))
  return { total: body.total, exact: body.exact, numbers }
}

test('up to a thousand hits are counted exactly, more are said to be more', async () => {
  expect(await search('search=gauge')).toMatchObject({ total: 1000, exact: false })
  expect(await search('search=gauge&sort=title')).toMatchObject({ total: 1000, exact: false })
  expect(await search('search=gauge%20seal')).toMatchObject({ total: 551, exact: true })
  expect(await search('search=gauge&department=data')).toMatchObject({ total: 550, exact: true })
  expect(await search('search=ab%20bond&department=it')).toMatchObject({ total: 275, exact: true })
  expect(await search('search=nowhere')).toEqual({ total: 0, exact: true, numbers: [] })
  expect(await search('search=nowhere&page=3')).toEqual({ total: 0, exact: true, numbers: [] })
})

test('of the newest hits those with the words in the title come first, on every page the newest first', async () => {
  const first = await search('search=gauge&limit=10')
  expect(first.numbers).toEqual([1080, 1050, 1020, 990, 960, 930, 900, 870, 840, 810])
  // Of the newest 500, 16 have it in the title; the second page is filled up with the newest others.
  const second = await search('search=gauge&limit=10&page=2')
  expect(second.numbers).toEqual([780, 750, 720, 690, 660, 630, 1101, 1100, 1099, 1098])
})

test('paging shows every hit once, also beyond the ranked and counted ones', async () => {
  const seen: number[] = []
  for (let page = 1; page <= 12; page++) seen.push(...(await search(`search=gauge&limit=100&page=${page}`)).numbers)
  expect(seen).toHaveLength(COUNT)
  expect(new Set(seen).size).toBe(COUNT)
})

test('a page beyond the last hit is empty and has the total', async () => {
  expect(await search('search=gauge%20seal&page=40&limit=10')).toMatchObject({ total: 551, exact: true })
  expect(await search('search=0007&page=2')).toEqual({ total: 1, exact: true, numbers: [] })
})

test('overdue and completed together match nothing, in a search as well', async () => {
  expect(await search('search=gauge&overdue=true')).toMatchObject({ total: 1000, exact: false })
  expect(await search('search=gauge&overdue=true&status=completed')).toEqual({ total: 0, exact: true, numbers: [] })
})
