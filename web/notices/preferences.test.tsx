import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { officeToday } from '../ui/formats/dates.ts'
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
  stored = buildPreferences({ mail: true })
  const inApp = ({ events }: Stored) => Object.values(events).filter(({ app }) => app).length
  answers['GET /api/profile/notices'] = () => Response.json(stored)
  answers['POST /api/profile/notices/budget'] = () =>
    new Response(`{"now":${inApp(stored)},"then":${inApp(sent('POST').at(-1)!.body as Stored)}}`)
  answers['PUT /api/profile/notices'] = () => {
    const saved = sent('PUT').at(-1)!.body as Stored
    stored = { ...saved, version: saved.version + 1 }
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

/** The next save comes after this one, of another window or a mute link. */
function savedFirst(current: Partial<Stored>): void {
  const save = answers['PUT /api/profile/notices']!
  answers['PUT /api/profile/notices'] = () => {
    answers['PUT /api/profile/notices'] = save
    stored = { ...stored, ...current, version: stored.version + 1 }
    return problem(409, 'Changed.', { code: 'stale-version', current: stored })()
  }
}

test('what was saved elsewhere stands beside what was typed, and saving again keeps both', async () => {
  stored = buildPreferences({ mail: true, digest: 'daily' })
  await open()
  type(time('at'), '09:30')
  toggle(box('Comments: in the app'))
  savedFirst({ at: '07:00', events: { ...stored.events, mention: { app: false, mail: false } } })
  await submit()
  expect(toasts()).toEqual([
    [
      'These settings were changed in another window or from a mail',
      'What you changed is still here, beside what was saved there. Save again to keep yours.',
    ],
  ])
  expect(time('at').value).toBe('09:30')
  expect(page()).toContain('Saved meanwhile: 07:00')
  expect([box('Comments: in the app').checked, box('Mentions: in the app').checked]).toEqual([false, false])
  await submit()
  expect(sent('PUT').at(-1)!.body).toMatchObject({
    version: 2,
    at: '09:30',
    events: { comment: { app: false }, mention: { app: false }, status: { app: true } },
  })
  expect(page()).not.toContain('Saved meanwhile')
})

test('quiet hours that were ended elsewhere while their times were changed here stay to be seen', async () => {
  stored = buildPreferences({ mail: true, quietHours: { from: '22:00', to: '06:00' } })
  await open()
  type(time('from'), '21:00')
  savedFirst({ quietHours: null })
  await submit()
  expect(control<HTMLLabelElement>('label', 'Quiet hours').querySelector('input')!.checked).toBe(true)
  expect(time('from').value).toBe('21:00')
  expect(page()).toContain('Saved meanwhile: no quiet hours')
  type(time('to'), '06:30')
  await submit()
  expect(stored.quietHours).toEqual({ from: '21:00', to: '06:30' })
})

test('quiet hours that were moved elsewhere while they were ended here are told', async () => {
  stored = buildPreferences({ mail: true, quietHours: { from: '22:00', to: '06:00' } })
  await open()
  toggle(control('label', 'Quiet hours'))
  savedFirst({ quietHours: { from: '20:00', to: '06:00' } })
  await submit()
  expect(time('from')).toBeNull()
  expect(page()).toContain('Saved meanwhile: 20:00–06:00')
  await submit()
  expect(stored.quietHours).toBeNull()
})

test('of a server of another version, the kinds that both know are shown; others are sent back as they came', async () => {
  const { overdue: _overdue, ...events } = stored.events
  const weather = { app: true, mail: true }
  answers['GET /api/profile/notices'] = () => Response.json({ ...stored, events: { ...events, weather } })
  await open()
  expect(box('Overdue: in the app')).toBeNull()
  toggle(box('Comments: in the app'))
  await shows(() => expect(page()).toMatch(/With these settings you would have had \d+/))
  await submit()
  const expected = { ...events, weather, comment: { app: false, mail: false } }
  expect(sent('PUT').at(-1)!.body).toEqual({ ...stored, version: 1, events: expected })
  expect(sent('POST').at(-1)!.body).toMatchObject({ events: { weather } })
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
