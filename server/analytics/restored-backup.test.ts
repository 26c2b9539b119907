import { afterAll, expect, test } from 'vitest'
import { CALENDAR, NOW, PERIOD } from '../testing/analytics.ts'
import { testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { runAsCaller } from '../platform/fairness/caller.ts'

const office = await testApp({ now: NOW })
afterAll(() => office.close())

const params = { filter: {}, ...PERIOD, unit: 'calendar' as const, now: Date.parse(NOW), calendar: CALENDAR }
const open = () =>
  runAsCaller({ key: 'ben' }, async () => (await office.services.flow.ask('flow', params)).summary.open)
const build = () => buildRequest(office.db, { requesterId: office.ada.id, createdAt: NOW })

test('after an older backup was restored, the first call already counts what it holds', async () => {
  for (let i = 0; i < 3; i++) await build()
  expect(await open()).toBe(3)
  await office.reset()
  expect(await open()).toBe(0)
  await build()
  expect(await open()).toBe(1)
})
