import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EmailSettings, EmailTested, UndeliveredMails } from '../../../shared/email-settings.ts'
import { startSession } from '../../client/session.ts'
import { ownClient, renderPart, shows } from '../../testing/part.tsx'
import { type } from '../../testing/render.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { currentToasts, dismissToast } from '../../ui/toast.ts'
import { EmailSection } from './EmailSection.tsx'

const OFF: EmailSettings = {
  host: '',
  port: 587,
  security: 'starttls',
  username: '',
  sender: '',
  auditDigestTo: '',
  hasPassword: false,
  isPasswordReadable: true,
  hasLinks: false,
  version: 0,
}
const ON = { ...OFF, host: 'smtp.office.example', username: 'office', sender: 'rfd@office.example', hasPassword: true }

let leave: () => void
let sent: { path: string; body: Record<string, unknown> }[]
let tested: EmailTested
let undelivered: UndeliveredMails

beforeEach(() => {
  sent = []
  undelivered = { mails: [], total: 0 }
  tested = { ok: true, answer: '250 2.0.0 Ok: queued as 12' }
  const user = buildUser({ permissions: ['settings.manage', 'requests.viewAll'] })
  startSession({ token: buildToken(new Date()), user })
})
afterEach(() => {
  leave()
  for (const { id } of currentToasts()) dismissToast(id)
  localStorage.clear()
  vi.unstubAllGlobals()
})

async function open(settings: EmailSettings) {
  vi.stubGlobal('fetch', async ({ pathname }: URL, { method, body }: RequestInit) => {
    if (method !== 'GET') sent.push({ path: pathname, body: JSON.parse(String(body)) })
    if (pathname.endsWith('/undelivered')) return Response.json(undelivered)
    return Response.json(pathname.endsWith('/test') ? tested : settings)
  })
  leave = renderPart(<EmailSection />, { client: ownClient() })
  await shows(() => expect(document.querySelector('form')).not.toBeNull())
}

const text = () => document.body.textContent ?? ''
const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)
const press = (name: RegExp) =>
  act(() => [...document.querySelectorAll('button')].find((it) => name.test(it.textContent ?? ''))?.click())
const address = () => document.querySelector<HTMLInputElement>('[aria-label="Send the test message to"]')!

test('without an SMTP server it says that notices stay in the application, and that mail carries no links', async () => {
  await open(OFF)
  expect(text()).toContain('No mail is sent')
  expect(text()).toContain('Mail carries no links')
  expect(field('port')?.placeholder).toBe('587')
  expect(field('password')).not.toBeNull()
})

test('a stored password is only said to be there, and sent only when it is replaced', async () => {
  await open(ON)
  expect(text()).toContain('Password is stored')
  expect(text()).not.toContain('No mail is sent')
  expect(field('password')).toBeNull()
  type(field('port')!, '2525')
  act(() => document.querySelector('form')!.requestSubmit())
  await shows(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ host: ON.host, port: 2525, version: 0 })
  expect(sent[0]?.body).not.toHaveProperty('password')
  press(/^Replace$/)
  type(field('password')!, 'a new one')
  act(() => document.querySelector('form')!.requestSubmit())
  await shows(() => expect(sent[1]?.body).toMatchObject({ password: 'a new one' }))
})

test('another host says that the stored password will go', async () => {
  await open(ON)
  type(field('host')!, 'smtp.elsewhere.example')
  await shows(() => expect(text()).toContain('It was entered for another host'))
})

test('the test message says what the server said', async () => {
  await open(ON)
  press(/Send test message/)
  await shows(() => expect(text()).toContain('Email is required'))
  expect(sent).toEqual([])
  type(address(), 'ada@office.example')
  press(/Send test message/)
  await shows(() => expect(text()).toContain('It said: 250 2.0.0 Ok: queued as 12'))
  expect(sent[0]).toMatchObject({ path: '/api/settings/email/test', body: { to: 'ada@office.example', port: 587 } })
  tested = { ok: false, answer: 'The SMTP server refused the message. It said: 550 No such user' }
  press(/Send test message/)
  await shows(() => expect(text()).toContain('550 No such user'))
})

test('mail that was not delivered is listed with the server’s words; without any, there is no list', async () => {
  await open(ON)
  expect(text()).not.toContain('Not delivered')
  leave()
  const why = 'The SMTP server refused the message. It said: 550 No such user'
  const mail = { id: 'm', person: { firstName: 'Ada', lastName: 'Quint' }, to: 'ada@gone.example', why, attempts: 1 }
  undelivered = { mails: [{ ...mail, givenUpAt: '2026-03-10T09:00:00.000Z' }], total: 1 }
  await open(ON)
  await shows(() => expect(text()).toContain('550 No such user'))
  for (const part of ['Not delivered', 'Ada Quint', 'ada@gone.example', 'Given up']) expect(text()).toContain(part)
})
