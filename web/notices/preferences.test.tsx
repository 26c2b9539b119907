import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { officeToday } from '../formats/dates.ts'
import { buildPreferences } from '../testing/notice.ts'
import {
  answers,
  choose,
  control,
  draft,
  page,
  press,
  problem,
  sent,
  settle,
  show,
  toasts,
  withTestServer,
} from '../testing/request-screens.tsx'
import { shows } from '../testing/part.tsx'
import { type } from '../testing/render.ts'
import { budgetWords } from './BudgetLine.tsx'
import PreferencesPage from './PreferencesPage.tsx'
import { isQuiet } from './quiet-hours.ts'

withTestServer()

type Stored = ReturnType<typeof buildPreferences>
let stored: Stored

beforeEach(() => {
  stored = buildPreferences({ mail: true } as Partial<Stored>)
  const inApp = ({ events }: Stored) => Object.values(events).filter(({ app }) => app).length
  answers['GET /api/profile/notices'] = () => Response.json(stored)
  answers['POST /api/profile/notices/budget'] = () =>
    new Response(`{"now":${inApp(stored)},"then":${inApp(sent('POST').at(-1)!.body as Stored)}}`)
  answers['PUT /api/profile/notices'] = () => {
    stored = { ...(sent('PUT').at(-1)!.body as Stored), mail: true }
    return Response.json(stored)
  }
})

const open = () => show('/profile/notifications', <PreferencesPage />)
const box = (name: string) => document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`)!
const time = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)!
const toggle = (element: HTMLElement) => act(() => element.click())
const submit = async () => {
  act(() => document.querySelector('form')!.requestSubmit())
  await settle()
}

test('the budget is counted before saving, and a saved change is confirmed', async () => {
  await open()
  await shows(() =>
    expect(page()).toContain('With these settings you would have had 15 notifications last week, as many as now.'),
  )
  toggle(box('Comments: in the app'))
  expect(page()).toContain('Counting last week’s notifications…')
  await shows(() =>
    expect(page()).toContain('With these settings you would have had 14 notifications last week instead of 15.'),
  )
  expect(sent('PUT')).toEqual([])
  await submit()
  expect(sent('PUT').map(({ body }) => (body as Stored).events.comment)).toEqual([{ app: false, mail: false }])
  expect(toasts()).toEqual([['Settings saved', 'They apply from the next notification.']])
  await shows(() =>
    expect(page()).toContain('With these settings you would have had 14 notifications last week, as many as now.'),
  )
})

test('a change is kept as a draft until it is saved or discarded', async () => {
  await open()
  toggle(box('Comments: by mail'))
  await shows(() => expect(draft('notifications')).toContain('mail-comment'))
  expect(draft('notifications')).not.toContain('app-comment')
  await press('Discard')
  expect(box('Comments: by mail').checked).toBe(false)
  expect(draft('notifications')).toBeNull()
})

test('digest and quiet hours are saved with their times', async () => {
  await open()
  expect(time('at')).toBeNull()
  await choose('Mail', 'Gathered once a day')
  type(time('at'), '09:30')
  toggle(control('label', 'Quiet hours'))
  type(time('to'), '06:30')
  await submit()
  expect(sent('PUT').at(-1)!.body).toMatchObject({
    digest: 'daily',
    at: '09:30',
    quietHours: { from: '18:00', to: '06:30' },
  })
})

test('a missing time is named at its field, and nothing is sent', async () => {
  await open()
  toggle(control('label', 'Quiet hours'))
  type(time('from'), '')
  await submit()
  expect(document.activeElement).toBe(time('from'))
  expect(page()).toContain('Please enter a time such as 08:00')
  expect(sent('PUT')).toEqual([])
})

test('what the server refuses is named at its field', async () => {
  answers['PUT /api/profile/notices'] = problem(400, 'Not so.', {
    details: [{ path: 'quietHours.to', message: 'Not this time.' }],
  })
  await open()
  toggle(control('label', 'Quiet hours'))
  await submit()
  expect(page()).toContain('Not this time.')
  expect(document.activeElement).toBe(time('to'))
})

test('without mail its column is off and says why', async () => {
  stored = { ...stored, mail: false }
  await open()
  const mail = box('Mentions: by mail')
  expect(mail.disabled).toBe(true)
  const why = document.getElementById(mail.getAttribute('aria-describedby')!)?.textContent
  expect(why).toContain('sends no mail')
  expect(why).toContain('Settings, Email Notifications')
  expect(box('Mentions: in the app').disabled).toBe(false)
})

test('a budget that cannot be counted says so and hinders nothing', async () => {
  answers['POST /api/profile/notices/budget'] = problem(503, 'Not now.')
  await open()
  await shows(() => expect(page()).toContain('Last week’s notifications could not be counted.'))
  toggle(box('Comments: in the app'))
  await submit()
  expect(stored.events.comment.app).toBe(false)
})

test('the sentence of the budget', () => {
  expect(budgetWords(96, 14)).toBe('With these settings you would have had 14 notifications last week instead of 96.')
  expect(budgetWords(1284, 1)).toBe('With these settings you would have had 1 notification last week instead of 1,284.')
  expect(budgetWords(0, 0)).toBe('With these settings you would have had 0 notifications last week, as many as now.')
})

test('quiet hours may span midnight; they begin at their first minute and end before their last', () => {
  const at = (clock: string) => new Date(`${officeToday()}T${clock}:00Z`)
  const night = { from: '18:00', to: '07:00' }
  expect(['17:59', '18:00', '23:59', '00:00', '06:59', '07:00'].map((clock) => isQuiet(night, at(clock)))).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ])
  const noon = { from: '12:00', to: '13:00' }
  expect(['11:59', '12:00', '12:59', '13:00'].map((clock) => isQuiet(noon, at(clock)))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isQuiet(null)).toBe(false)
})
