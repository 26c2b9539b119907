import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { testApp } from '../testing/app.ts'
import { askAssistant, type AskedRow, fillWithAsked } from '../testing/assistant.ts'

let office: Awaited<ReturnType<typeof testApp>>
let rows: AskedRow[]

beforeAll(async () => {
  office = await testApp({ ai: localAi(), now: '2026-03-18T09:00:00.000Z' })
  rows = await fillWithAsked(office)
}, LEARNING_MS)
afterAll(() => office.close())

const ask = (question: string) => askAssistant(office, office.ben, question)
const count = (keep: (row: AskedRow) => boolean) => rows.filter(keep).length

function completedOn({ createdAt, days }: AskedRow): string {
  return days === null ? '' : new Date(Date.parse(createdAt) + days * 86_400_000).toISOString().slice(0, 10)
}

test('a month that is not over is compared with as many days of the other, too', async () => {
  const isEarly = (date: string) => date >= '2026-02-01' && date <= '2026-02-18'
  const completed = count((row) => isEarly(completedOn(row)))
  const cameIn = count(({ createdAt }) => isEarly(createdAt.slice(0, 10)))
  expect(count((row) => completedOn(row).startsWith('2026-02'))).toBeGreaterThan(completed)
  expect((await ask('Compare this month with last month')).response).toContain(
    `March 2026 is not over; in the first 18 days of February 2026 it was ${cameIn} and ${completed}.`,
  )
  expect((await ask('Did we complete more this month than last month?')).response).toContain(
    `in the first 18 days of February 2026 it was ${completed}.`,
  )
  expect((await ask('Compare January with February')).response).not.toContain('not over')
})

test('late and on time stand before the time of completion', async () => {
  const wasOnTime = (row: AskedRow) => completedOn(row).startsWith('2026-02') && completedOn(row) <= row.dueDate
  const { response } = await ask('How many requests were completed on time in February?')
  expect(response).toMatch(new RegExp(`^${count(wasOnTime)} requests completed on time in February 2026\\.`))
  expect((await ask('How many requests were completed late in February?')).response).toBe(
    'There are no requests completed late in February 2026.',
  )
  const { response: monthly } = await ask('How many requests were completed on time per month?')
  expect(monthly).toMatch(/^\d+ requests? (?:was|were) completed on time in these \d+ months\./)
})

test('the days before the first whole month of a trend are said to be left out', async () => {
  const { response } = await ask('Show the trend of incoming requests over the last 12 months')
  expect(response).toMatch(/The first month shown is a whole one, so the days from \d+ March 2025 to 31 March 2025 are/)
})

test.each(['Are we getting slower?', 'Are we getting faster or slower?'])(
  '%s is answered with the peak in between',
  async (question) => {
    const { response, message } = await ask(question)
    expect(message.reading).toMatchObject({ outcome: 'answered', leftOut: [] })
    const medians = message.parts.flatMap((part) =>
      part.kind === 'table' ? part.rows.map(({ cells }) => Number(cells[1])) : [],
    )
    const [first, last] = [medians[0]!, medians.at(-1)!]
    const isHidden = medians.some((one) => one > Math.max(first, last) || one < Math.min(first, last))
    expect(response.includes('In between it was')).toBe(isHidden)
  },
)

test('rows that the list cannot show are said to be the newest of them', async () => {
  const { response, message } = await ask('How many requests were updated this year?')
  expect(response).toBe(
    `${rows.length} requests updated in 2026. Below are the newest 20; the request list has no filter for this.`,
  )
  expect(message.parts).toMatchObject([{ kind: 'requests' }])
  expect((await ask('How many requests were created this year?')).response).toBe(
    `${rows.length} requests created in 2026.`,
  )
})
