import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { act, useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GeneralSettings } from '../../../shared/general-settings.ts'
import { DOCUMENT_SETTINGS } from '../../../shared/document-settings.ts'
import { type SecuritySettings, THROTTLE } from '../../../shared/security.ts'
import { FAIR_USE } from '../../../shared/fair-use.ts'
import { startSession } from '../../client/session.ts'
import { ownClient, renderPart, settle, shows } from '../../testing/part.tsx'
import { type } from '../../testing/render.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { currentToasts, dismissToast } from '../../ui/toast.ts'
import { AiSettingsSection } from '../AiSettingsSection.tsx'
import { aiSettingsKey, documentSettingsKey, estimateSettingsKey, fairUseKey, securityKey } from './api.ts'
import { DocumentsSection } from '../DocumentsSection.tsx'
import { EstimateSettingsSection } from '../EstimateSettingsSection.tsx'
import { SETTINGS } from '../example.ts'
import { FairUseSection } from '../FairUseSection.tsx'
import { OfficeCard } from '../general/OfficeCard.tsx'
import { SecuritySection } from '../SecuritySection.tsx'

const POLICY: SecuritySettings = {
  version: 1,
  idleMinutes: 480,
  maxSessions: 3,
  passwordMinLength: 8,
  throttle: THROTTLE,
  visibility: 'all',
}
/** what another administrator has saved since */
const TIGHTENED: SecuritySettings = { ...POLICY, version: 2, idleMinutes: 30 }
const OFFICE: GeneralSettings = {
  officeName: 'Harbour Office',
  timeZone: 'UTC',
  workingDays: [1, 2, 3, 4, 5],
  holidays: [],
  publishedTimes: { review: '1 day', assessment: '2 days', implementation: '3 days', deployment: '1 day' },
  version: 1,
}

/** The server's answer of each address. */
let stored: Record<string, object>
let sent: unknown[]
/** What somebody else has saved first: the next PUT is refused with it. */
let savedFirst: object | null
let client: QueryClient
let leave = () => {}

beforeEach(() => {
  stored = {}
  sent = []
  savedFirst = null
  client = ownClient()
  startSession({
    token: buildToken(new Date()),
    user: buildUser({ permissions: ['settings.manage', 'requests.viewAll'] }),
  })
  vi.stubGlobal('fetch', async ({ pathname }: URL, { method, body }: RequestInit) => {
    if (method === 'PUT') sent.push(JSON.parse(String(body)))
    if (method === 'PUT' && savedFirst) {
      stored[pathname] = savedFirst
      const current = savedFirst
      savedFirst = null
      return Response.json({ error: 'Changed', code: 'stale-version', current }, { status: 409 })
    }
    return Response.json(stored[pathname] ?? { blocks: [], total: 0 })
  })
})
afterEach(() => {
  leave()
  for (const { id } of currentToasts()) dismissToast(id)
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** Opens a section whose settings were cached before they changed on the server. */
function open(section: ReactNode, key: QueryKey, cached: object, now: object) {
  client.setQueryData(key, cached)
  stored[String(key[0])] = now
  leave = renderPart(section, { client })
}

const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)!
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(name))!
const pressFocused = (name: string) =>
  act(() => {
    button(name).focus()
    button(name).click()
  })
const selects = () => [...document.querySelectorAll('[role=combobox]')].map((select) => select.textContent)
const text = () => document.body.textContent ?? ''
/** A press while the previous answer is still being handled would be ignored. */
async function submit() {
  await shows(() =>
    expect(document.querySelector('button[type=submit]')?.getAttribute('aria-disabled')).not.toBe('true'),
  )
  act(() => document.querySelector('form')!.requestSubmit())
  await settle()
}

test('a policy that somebody else has changed is shown as it is now, and saving does not revert it', async () => {
  open(<SecuritySection />, securityKey, POLICY, TIGHTENED)
  await shows(() => expect(selects()[0]).toBe('30 minutes'))
  type(field('passwordMinLength'), '12')
  await submit()
  await shows(() => expect(sent).toEqual([{ version: 2, passwordMinLength: 12 }]))
})

test('a value being typed stays when the settings change on the server', async () => {
  open(<SecuritySection />, securityKey, POLICY, POLICY)
  await shows(() => expect(client.isFetching()).toBe(0))
  type(field('passwordMinLength'), '12')
  act(() => void client.setQueryData(securityKey, TIGHTENED))
  await shows(() => expect(selects()[0]).toBe('30 minutes'))
  expect(field('passwordMinLength').value).toBe('12')
  await submit()
  await shows(() => expect(sent).toEqual([{ version: 2, passwordMinLength: 12 }]))
})

test('what somebody else has saved first stands beside what was typed, until it is saved or discarded', async () => {
  open(<SecuritySection />, securityKey, POLICY, POLICY)
  await shows(() => expect(client.isFetching()).toBe(0))
  const conflict = async (saved: object, typed: string) => {
    savedFirst = saved
    type(field('passwordMinLength'), typed)
    await submit()
  }
  await conflict({ ...TIGHTENED, passwordMinLength: 12 }, '7')
  await shows(() => expect(text()).toContain('Saved meanwhile: 12'))
  expect(field('passwordMinLength').value).toBe('7')
  expect(text().match(/Saved meanwhile/g)).toHaveLength(1)
  const described = field('passwordMinLength').getAttribute('aria-describedby')!.split(' ')
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('Saved meanwhile: 12')
  stored['/api/settings/security'] = { ...TIGHTENED, version: 3, passwordMinLength: 7 }
  await submit()
  await shows(() => expect(sent[1]).toEqual({ version: 2, passwordMinLength: 7 }))
  await shows(() => expect(text()).not.toContain('Saved meanwhile'))

  await conflict({ ...TIGHTENED, version: 4, passwordMinLength: 15 }, '9')
  await shows(() => expect(text()).toContain('Saved meanwhile: 15'))
  act(() => button('Discard').click())
  expect(text()).not.toContain('Saved meanwhile')
  expect(field('passwordMinLength').value).toBe('15')
})

test('a choice that somebody else has made is named in its own words', async () => {
  leave = renderPart(<OfficeCard stored={OFFICE} />, { client })
  type(field('officeName'), 'Harbor Office')
  act(() => document.querySelectorAll<HTMLInputElement>('fieldset input')[5]!.click())
  leave()
  const now = { ...OFFICE, officeName: '', workingDays: [1, 2, 7], version: 2 }
  function Changed() {
    const [isChanged, setChanged] = useState(false)
    return (
      <>
        <OfficeCard stored={isChanged ? now : OFFICE} />
        <button onClick={() => setChanged(true)}>Change</button>
      </>
    )
  }
  leave = renderPart(<Changed />, { client })
  act(() => button('Change').click())
  expect(text()).toContain('Saved meanwhile: (empty)')
  expect(text()).toContain('Saved meanwhile: Monday, Tuesday, Sunday')
  type(field('officeName'), '')
  expect(text()).not.toContain('(empty)')
})

test('a restored draft brings back what was changed, and nothing else', async () => {
  open(<SecuritySection />, securityKey, POLICY, POLICY)
  type(field('passwordMinLength'), '12')
  leave()
  open(<SecuritySection />, securityKey, TIGHTENED, TIGHTENED)
  expect(field('passwordMinLength').value).toBe('12')
  expect(selects()[0]).toBe('30 minutes')
  await submit()
  await shows(() => expect(sent).toEqual([{ version: 2, passwordMinLength: 12 }]))
})

test('a limit that somebody else has saved is not reverted by saving another one', async () => {
  const limits = { ...FAIR_USE, version: 1, enforced: true }
  open(<FairUseSection />, fairUseKey, limits, limits)
  await shows(() => expect(client.isFetching()).toBe(0))
  savedFirst = { ...limits, writes: { burst: 1000, perSecond: 20 }, version: 2 }
  type(field('aiCallsBurst'), '80')
  await submit()
  await shows(() => expect(currentToasts()[0]?.title).toBe('Somebody else has changed these settings'))
  expect([field('writesBurst').value, field('aiCallsBurst').value]).toEqual(['1000', '80'])
  await submit()
  const aiCalls = { burst: 80, perSecond: 5 }
  await shows(() => expect(sent[1]).toEqual({ writes: { burst: 1000, perSecond: 20 }, aiCalls, version: 2 }))
})

test('a type of file that somebody else has forbidden stays forbidden', async () => {
  const rules = { ...DOCUMENT_SETTINGS, version: 1 }
  open(<DocumentsSection />, documentSettingsKey, rules, rules)
  await shows(() => expect(client.isFetching()).toBe(0))
  savedFirst = { ...rules, types: ['pdf', 'docx'], version: 2 }
  type(field('largestMegabytes'), '12')
  await submit()
  await shows(() => expect(currentToasts()[0]?.title).toBe('Somebody else has changed these settings'))
  await submit()
  await shows(() => expect(sent[1]).toMatchObject({ types: ['pdf', 'docx'], largestMegabytes: 12, version: 2 }))
})

test('saving another AI setting does not switch off what keeps texts on this machine', async () => {
  open(<AiSettingsSection />, aiSettingsKey, SETTINGS, { ...SETTINGS, keepLocal: true, state: 'kept-local' })
  await shows(() => expect(field('keepLocal').checked).toBe(true))
  type(field('timeLimitSeconds'), '9')
  await submit()
  await shows(() => expect(sent).toEqual([{ timeLimitSeconds: 9, savedAt: SETTINGS.savedAt }]))
})

test('an AI setting that is saved on a page that has been open for long is the only one sent', async () => {
  open(<AiSettingsSection />, aiSettingsKey, SETTINGS, SETTINGS)
  await shows(() => expect(client.isFetching()).toBe(0))
  stored['/api/settings/ai'] = { ...SETTINGS, keepLocal: true }
  type(field('timeLimitSeconds'), '9')
  await submit()
  await shows(() => expect(sent).toEqual([{ timeLimitSeconds: 9, savedAt: SETTINGS.savedAt }]))
  await shows(() => expect(field('keepLocal').checked).toBe(true))
})

test('an AI setting that somebody else has saved meanwhile is shown beside what was typed', async () => {
  open(<AiSettingsSection />, aiSettingsKey, SETTINGS, SETTINGS)
  await shows(() => expect(client.isFetching()).toBe(0))
  savedFirst = { ...SETTINGS, timeLimitSeconds: 4, savedAt: '2026-11-21T09:00:00.000Z' }
  type(field('timeLimitSeconds'), '9')
  await submit()
  await shows(() => expect(text()).toContain('Saved meanwhile: 4'))
  await submit()
  await shows(() => expect(sent[1]).toEqual({ timeLimitSeconds: 9, savedAt: '2026-11-21T09:00:00.000Z' }))
})

test('a number that somebody else has saved is written as in the hint below its field', async () => {
  const limits = { ...FAIR_USE, version: 1, enforced: true }
  open(<FairUseSection />, fairUseKey, limits, limits)
  await shows(() => expect(client.isFetching()).toBe(0))
  savedFirst = { ...limits, writes: { burst: 1000, perSecond: 20 }, version: 2 }
  type(field('writesBurst'), '200')
  await submit()
  await shows(() => expect(text()).toContain('Saved meanwhile: 1,000'))
})

test('a typed key is dropped when somebody else has saved another address', async () => {
  open(<AiSettingsSection />, aiSettingsKey, SETTINGS, SETTINGS)
  await shows(() => expect(client.isFetching()).toBe(0))
  act(() => button('Replace').click())
  type(field('apiKey'), 'sk-of-the-first-host')
  const elsewhere = 'https://other.example/v1'
  act(() => void client.setQueryData(aiSettingsKey, { ...SETTINGS, baseUrl: elsewhere }))
  await shows(() => expect(field('baseUrl').value).toBe(elsewhere))
  expect(field('apiKey').value).toBe('')
  expect(document.body.textContent).toContain('The address has changed meanwhile')
})

test('a typed key stays beside an address that was typed with it', async () => {
  open(<AiSettingsSection />, aiSettingsKey, SETTINGS, SETTINGS)
  await shows(() => expect(client.isFetching()).toBe(0))
  act(() => button('Replace').click())
  type(field('baseUrl'), 'https://mine.example/v1')
  type(field('apiKey'), 'sk-mine')
  act(() => void client.setQueryData(aiSettingsKey, { ...SETTINGS, baseUrl: 'https://other.example/v1', model: 'b' }))
  await shows(() => expect(field('model').value).toBe('b'))
  await submit()
  await shows(() => expect(sent).toMatchObject([{ baseUrl: 'https://mine.example/v1', apiKey: 'sk-mine' }]))
})

test('Discard shows the stored values again, and leaves the focus on the words that say so', () => {
  leave = renderPart(<OfficeCard stored={OFFICE} />, { client })
  type(field('officeName'), 'Harbor Office')
  pressFocused('Discard')
  expect(field('officeName').value).toBe('Harbour Office')
  expect(document.activeElement?.textContent).toBe('All changes saved')
})

test('Save leaves the focus on the words that say what is saved', async () => {
  open(<EstimateSettingsSection />, estimateSettingsKey, { estimateDays: 'calendar' }, { estimateDays: 'calendar' })
  await shows(() => expect(client.isFetching()).toBe(0))
  stored['/api/settings/estimates'] = { estimateDays: 'working' }
  act(() => document.querySelector<HTMLInputElement>('input[value=working]')!.click())
  pressFocused('Save settings')
  await shows(() => expect(document.activeElement?.textContent).toBe('All changes saved'))
  expect(sent).toEqual([{ estimateDays: 'working' }])
})

test('who does not see every request by their role reads why they cannot change who sees which', async () => {
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['settings.manage'] }) })
  stored['/api/settings/security'] = POLICY
  leave = renderPart(<SecuritySection />, { client })
  await shows(() => expect(document.body.textContent).toContain('Everybody sees all requests'))
  const choice = [...document.querySelectorAll<HTMLButtonElement>('[role=combobox]')].at(-1)!
  expect(choice.textContent).toBe('Everybody sees all requests')
  expect(choice.disabled).toBe(true)
  expect(document.body.textContent).toContain('Only people whose role lets them see every request can change')
})
