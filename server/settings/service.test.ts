import { expect, test } from 'vitest'
import { FIRST_DEPARTMENTS } from '../../shared/departments.ts'
import { DOCUMENT_SETTINGS } from '../../shared/document-settings.ts'
import { OFFICE_NAME, PUBLISHED_TIMES } from '../../shared/general-settings.ts'
import { THROTTLE } from '../../shared/security.ts'
import { FAIR_USE } from '../../shared/fair-use.ts'
import { get, put } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { openTestDatabase } from '../testing/database.ts'
import { Settings } from './service.ts'

const office = await officeOfFile()

const DEFAULTS = {
  departments: FIRST_DEPARTMENTS,
  officeName: OFFICE_NAME,
  timeZone: 'UTC',
  workingDays: [1, 2, 3, 4, 5],
  holidays: [],
  publishedTimes: PUBLISHED_TIMES,
  generalVersion: 1,
  visibility: 'all',
  throttle: THROTTLE,
  securityVersion: 1,
  estimateDays: 'calendar',
  fairUse: FAIR_USE,
  fairUseVersion: 1,
  documents: DOCUMENT_SETTINGS,
  documentsVersion: 1,
  passwordMinLength: 15,
  idleMinutes: 240,
  absoluteHours: 24,
  maxSessions: 3,
}

test('without a decision the safe defaults count', async () => {
  expect(await office.services.settings.policy()).toEqual(DEFAULTS)
})

test('a changed rule counts at once, the others stay', async () => {
  await office.services.settings.policy()
  await office.services.settings.change({ maxSessions: 5 })
  await office.services.settings.change({ timeZone: 'Asia/Tokyo' })
  await office.services.settings.change({ timeZone: 'Africa/Nairobi' })
  await office.services.settings.change({})
  expect(await office.services.settings.policy()).toEqual({ ...DEFAULTS, maxSessions: 5, timeZone: 'Africa/Nairobi' })
})

test('the demo’s own rules are weaker, yield to what an administrator decided, and are never stored', async () => {
  const db = await openTestDatabase()
  const settings = new Settings({ db, clock: office.clock, demo: true })
  expect(await settings.policy()).toMatchObject({ maxSessions: 100, passwordMinLength: 6 })
  await settings.change({ maxSessions: 2 })
  expect(await settings.policy()).toMatchObject({ maxSessions: 2, passwordMinLength: 6 })
  const stored = await db.read.selectFrom('settings').select(['key', 'value']).execute()
  expect(stored).toEqual([{ key: 'maxSessions', value: '2' }])
  await db.close()
})

test('a stored value that makes no sense counts as its default', async () => {
  const updated_at = office.clock().toISOString()
  const values = { timeZone: '"Mars/Olympus"', idleMinutes: '-1', visibility: 'not json', maxSessions: '4' }
  const rows = Object.entries(values).map(([key, value]) => ({ key, value, updated_at }))
  await office.db.write((tx) => tx.insertInto('settings').values(rows).execute())
  office.services.settings.forget()
  expect(await office.services.settings.policy()).toEqual({ ...DEFAULTS, maxSessions: 4 })
})

test.each([
  ['passwordMinLength', 5, 65],
  ['idleMinutes', 4, 1441],
  ['absoluteHours', 0, 25],
  ['maxSessions', 0, 1001],
] as const)('%s outside its bounds counts as the default, at them as it is', async (rule, below, above) => {
  for (const value of [below, below + 0.5, above]) {
    await office.services.settings.change({ [rule]: value })
    expect(await office.services.settings.policy(), `${value}`).toEqual(DEFAULTS)
  }
  for (const value of [below + 1, above - 1]) {
    await office.services.settings.change({ [rule]: value })
    expect(await office.services.settings.policy(), `${value}`).toEqual({ ...DEFAULTS, [rule]: value })
  }
})

test.each([
  { what: 'email', field: 'sender', values: ['a@office.example', 'b@office.example', 'c@office.example'] },
  { what: 'backup', field: 'keepDays', values: [30, 90, 365] },
  { what: 'ai', field: 'timeLimitSeconds', values: [7, 8, 9] },
])('of two who save the $what settings at once, one is told that they are stale', async ({ what, field, values }) => {
  const { app, cleo, clock } = office
  const path = `/api/settings/${what}`
  for (let round = 0; round < 10; round++) {
    // `ai` has an instant for a version.
    clock.forward(1000)
    const { body } = await get(app, cleo, path)
    const opened = what === 'ai' ? { savedAt: body.savedAt } : { version: body.version }
    const others = values.filter((value) => value !== body[field]).slice(0, 2)
    const answers = await Promise.all(others.map((value) => put(app, cleo, path, { [field]: value, ...opened })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  }
})
