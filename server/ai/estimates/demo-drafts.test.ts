import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isTooWide } from '../../../shared/estimated-days.ts'
import { seedDemo } from '../../../seeds/demo.ts'
import { backgroundJobs } from '../../background.ts'
import { scheduleClassifying } from '../suggestions/jobs.ts'
import { LEARNING_MS, localAi } from '../../testing/ai.ts'
import { post, testApp } from '../../testing/app.ts'
import { TEST_CONFIG } from '../../testing/config.ts'
import { emptyTables } from '../../testing/empty-tables.ts'
import { jobRunners } from '../../testing/jobs.ts'

const PASSWORD = 'rfd-demo'
let office: Awaited<ReturnType<typeof testApp>>
const ai = localAi()
const run = jobRunners()

/** The demo office once everything in it has been classified. */
beforeAll(async () => {
  office = await testApp({ ai, config: { demo: true } })
  const { db, clock, services } = office
  await emptyTables(db)
  await seedDemo(db, clock, { ...TEST_CONFIG, demoPassword: PASSWORD })
  await scheduleClassifying(services)
  run(office, backgroundJobs({ ...services, ai }))
  const missing = () =>
    db.read
      .selectFrom('requests as r')
      .leftJoin('classifications as c', 'c.request_number', 'r.number')
      .select('r.number')
      .where('c.request_number', 'is', null)
      .limit(1)
      .execute()
  await vi.waitFor(async () => expect(await missing()).toEqual([]), { timeout: LEARNING_MS, interval: 100 })
}, 2 * LEARNING_MS)
afterAll(() => office.close())

const DRAFTS = [
  [
    'Access to the risk engine for a new officer',
    'She starts on Monday at the airport post. Please grant the role with read access to her account.',
  ],
  [
    'Reset the permissions of the audit team',
    'Their accounts still have write access to the refund queue. Only read access is needed now.',
  ],
  [
    'The button on the inspection page is hidden',
    'On small screens the button to save stands below the fold. Show it at the top of the page.',
  ],
  [
    'Change the label of the weight column',
    'The column on the manifest screen says mass. The label should read gross weight, as on the form.',
  ],
  [
    'Index on the table of old declarations',
    'The query over the table takes minutes. Add an index on date and office, and move old rows to the archive tables.',
  ],
  [
    'Remove duplicate rows from the trader table',
    'Since the last load there are 400 duplicate rows in the database. Please add a unique index on the key.',
  ],
  [
    'Calculate the storage fee per started day',
    'The nightly job should apply the new rule: round per item, then add, and refuse a total that differs.',
  ],
  [
    'Validate the bond amount before release',
    'When the rule is broken the declaration must be held and the calculation repeated after each correction.',
  ],
  [
    'REST endpoint for the status of a declaration',
    'Software houses want to call an API with the reference and get JSON with paging and a key.',
  ],
  [
    'Exchange transit messages with the railway',
    'Both systems send messages over the gateway every hour; they are acknowledged and sent again when the other system does not answer.',
  ],
  [
    'Connect the licence register with the ministry of agriculture',
    'Certificates come from their external system. The mapping of codes has to be agreed and both sides need a test environment.',
  ],
  [
    'New portal module for temporary admission',
    'A complete application: forms for the trader, a work list for officers, documents, payments and reports at the end.',
  ],
] as const

interface Time {
  estimate: string
  days: number
  low: number
  high: number
  details: { half: { low: number; high: number }; groupedBy: string[]; standing: string[] }
}

test('twelve different drafts get clearly different ranges, each of them narrow enough to say something', async () => {
  const { app } = office
  const signedIn = await post(app, null, '/api/auth/login', { username: 'user', password: PASSWORD })
  const times: Time[] = []
  for (const [title, description] of DRAFTS) {
    const res = await app.inject({
      method: 'POST',
      url: '/api/ai/classify-request',
      headers: { authorization: `Bearer ${signedIn.body.token}` },
      payload: { title, description, department: 'Unknown' },
    })
    expect(res.statusCode, title).toBe(200)
    times.push(res.json<{ processingTime: Time }>().processingTime)
  }
  expect(new Set(times.map(({ low, high }) => `${low} ${high}`)).size).toBeGreaterThanOrEqual(8)
  expect(times.filter(isTooWide)).toEqual([])
  for (const { low, high, days, details } of times) {
    expect(details.groupedBy).toContain('developmentType')
    expect(details.half.low).toBeGreaterThanOrEqual(low)
    expect(details.half.high).toBeLessThanOrEqual(high)
    expect(days).toBeGreaterThanOrEqual(details.half.low)
    expect(days).toBeLessThanOrEqual(details.half.high)
    expect(details.standing).toHaveLength(1)
  }
  // Granting an access right takes days, an integration months.
  const [access, exchange] = [times[0]!, times[9]!]
  expect(access.high).toBeLessThan(exchange.low)
  expect(access.details.half.high).toBeLessThan(7)
  expect(exchange.details.half.low).toBeGreaterThan(14)
  const middles = times.map(({ days }) => days).sort((a, b) => a - b)
  expect(middles.at(-1)! / middles[0]!).toBeGreaterThan(10)
})
