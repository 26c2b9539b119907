import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AiSettings, AiSettingsTested } from '../../shared/settings.ts'
import { FAIR_USE } from '../../shared/fair-use.ts'
import { startSession } from '../client/session.ts'
import { ownClient, renderPart, settle, shows } from '../testing/part.tsx'
import { type } from '../testing/render.ts'
import { buildToken, buildUser } from '../testing/session.ts'
import { currentToasts, dismissToast } from '../ui/toast.ts'
import { AiSettingsSection } from './AiSettingsSection.tsx'
import { SETTINGS } from './example.ts'
import { FairUseSection } from './FairUseSection.tsx'

const WORKED: AiSettingsTested = {
  ok: true,
  model: 'llama',
  tookMs: 312,
  structured: 'plain',
  promptTokens: null,
  completionTokens: null,
}

let leave: () => void
let sent: { method: string; body: unknown }[]

beforeEach(() => {
  sent = []
  startSession({
    token: buildToken(new Date()),
    user: buildUser({ permissions: ['settings.manage', 'requests.viewAll'] }),
  })
})
afterEach(() => {
  leave()
  for (const { id } of currentToasts()) dismissToast(id)
  localStorage.clear()
  vi.unstubAllGlobals()
})

async function open(settings: Partial<AiSettings>) {
  const stored = { ...SETTINGS, ...settings }
  vi.stubGlobal('fetch', async ({ pathname }: URL, { method, body }: RequestInit) => {
    if (method !== 'GET') sent.push({ method: String(method), body: JSON.parse(String(body)) })
    return Response.json(pathname.endsWith('/test') ? WORKED : stored)
  })
  leave = renderPart(<AiSettingsSection />, { client: ownClient() })
  await shows(() => expect(document.querySelector('form')).not.toBeNull())
}

/** Saves rate limits that the server refuses at these paths. */
async function saveRefused(...paths: string[]) {
  const details = paths.map((path) => ({ path, message: `Refused: ${path}` }))
  const refusal = { error: 'This cannot be saved.', code: 'bad-input', details }
  vi.stubGlobal('fetch', async (_: URL, { method }: RequestInit) =>
    method === 'PUT'
      ? Response.json(refusal, { status: 400 })
      : Response.json({ ...FAIR_USE, version: 1, enforced: true }),
  )
  leave = renderPart(<FairUseSection />, { client: ownClient() })
  await shows(() => expect(document.querySelector('form')).not.toBeNull())
  type(document.querySelector<HTMLInputElement>('input[name=writesBurst]')!, '200')
  submit()
}

const text = () => document.body.textContent ?? ''
const field = (name: keyof AiSettings) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)!
const button = (name: RegExp) => [...document.querySelectorAll('button')].find((it) => name.test(it.textContent ?? ''))

const submit = () => act(() => document.querySelector('form')!.requestSubmit())

test('who does not see every request by their role reads why the address stays', async () => {
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['settings.manage'] }) })
  await open({})
  expect(field('baseUrl').readOnly).toBe(true)
  expect(text()).toContain('only people whose role lets them see every request can change it')
})

test('what the environment sets is shown, cannot be changed, and is not sent', async () => {
  await open({ fixed: ['baseUrl', 'model', 'apiKey'] })
  expect(field('baseUrl').readOnly).toBe(true)
  expect(field('model').readOnly).toBe(true)
  for (const name of ['LLM_BASE_URL', 'LLM_MODEL', 'LLM_API_KEY']) {
    expect(text()).toContain(`Set by the environment (${name})`)
  }
  expect(button(/^Replace$|^Remove$/)).toBeUndefined()
  type(field('timeLimitSeconds'), '5')
  submit()
  await shows(() => expect(sent).toEqual([{ method: 'PUT', body: { timeLimitSeconds: 5, savedAt: SETTINGS.savedAt } }]))
})

test('a mistake is named at its field and nothing is sent', async () => {
  await open({})
  type(field('timeLimitSeconds'), '13')
  submit()
  await shows(() => expect(text()).toContain('At most 12 seconds'))
  expect(sent).toEqual([])
})

test('an unreadable key and a paused endpoint are reported', async () => {
  await open({ key: { end: '', readable: false }, state: 'resting' })
  expect(text()).toContain('because SECRET_KEY has changed')
  expect(text()).toContain('Paused for a moment')
})

test('the result of a test goes once what was tested is changed', async () => {
  await open({})
  act(() => button(/^Test now/)!.click())
  await shows(() => expect(text()).toContain('llama answered in 312 ms'))
  type(field('callsPerDay'), '5')
  await shows(() => expect(text()).toContain('llama answered in 312 ms'))
  type(field('timeLimitSeconds'), '2')
  await shows(() => expect(text()).not.toContain('llama answered'))
  act(() => button(/^Test now/)!.click())
  await shows(() => expect(sent.at(-1)).toMatchObject({ method: 'POST', body: { timeLimitSeconds: 2 } }))
  type(field('baseUrl'), 'https://other.example/v1')
  await shows(() => expect(text()).not.toContain('llama answered'))
})

test('keeping or removing the stored key leaves the focus in its row', async () => {
  await open({ key: { end: '1234', readable: true } })
  const pressFocused = (name: RegExp) =>
    act(() => {
      button(name)!.focus()
      button(name)!.click()
    })
  const focused = () => document.activeElement?.textContent
  pressFocused(/^Remove$/)
  expect(focused()).toBe('Keep it')
  pressFocused(/^Keep it$/)
  expect(focused()).toBe('Replace')
  pressFocused(/^Replace$/)
  pressFocused(/^Keep the stored key$/)
  await settle()
  expect(focused()).toBe('Replace')
})

test('use is shown by month and task, with the sum of a month that had several', async () => {
  const row = { month: '2026-11', task: 'classify', calls: 1234, failed: 2, promptTokens: 56_789, completionTokens: 10 }
  const other = { ...row, task: 'answer', calls: 1, failed: 0, promptTokens: 11, completionTokens: 5 }
  const before = { ...other, month: '2026-10' }
  await open({ usage: [row, other, before] as AiSettings['usage'] })
  const rows = [...document.querySelectorAll('tbody tr')].map((line) =>
    [...line.querySelectorAll('td')].map((cell) => cell.textContent),
  )
  expect(rows).toEqual([
    ['November 2026', 'Classification', '1,234', '2', '56,789', '10'],
    ['November 2026', 'Assistant', '1', '0', '11', '5'],
    ['November 2026', 'All', '1,235', '2', '56,800', '15'],
    ['October 2026', 'Assistant', '1', '0', '11', '5'],
  ])
})

test('the usage of today is shown beside its limit', async () => {
  await open({ callsToday: 1234, callsPerDay: 5000 })
  expect(text()).toContain('Today: 1,234 of 5,000 calls')
  leave()
  await open({ callsToday: 1, callsPerDay: null })
  expect(text()).toContain('Today: 1 call')
  leave()
  await open({ callsToday: 10, callsPerDay: 10, state: 'used-up' })
  expect(text()).toContain('Used up for today')
})

test('a refusal of an unknown field says that nothing was saved', async () => {
  await saveRefused('version')
  await shows(() => expect(currentToasts()[0]?.description).toBe('400: This cannot be saved.'))
})

test('a refusal of several fields is shown beside them, with the focus in the first', async () => {
  await saveRefused('writes.burst', 'aiCalls.burst')
  await shows(() => expect(text()).toContain('Refused: aiCalls.burst'))
  expect(text()).toContain('Refused: writes.burst')
  expect(document.activeElement?.getAttribute('name')).toBe('writesBurst')
})
