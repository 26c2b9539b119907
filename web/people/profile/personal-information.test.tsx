import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '../../client/session.ts'
import { renderPart, shows } from '../../testing/part.tsx'
import { type } from '../../testing/render.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { PersonalInformation } from './PersonalInformation.tsx'

const profile = {
  id: 'user-ada',
  username: 'ada',
  firstName: 'Ada',
  lastName: 'Quint',
  email: 'ada@office.example',
  department: 'Operations',
  role: 'user',
  roleName: 'User',
  createdAt: '2026-03-10T09:00:00.000Z',
  lastLogin: null,
}
/** as the server has it by now */
let stored: typeof profile
let sent: Record<string, unknown>[]
let leave: () => void

beforeEach(() => {
  stored = profile
  sent = []
  startSession({ token: buildToken(new Date()), user: buildUser() })
  vi.stubGlobal('fetch', async (_url: URL, { method, body }: RequestInit) => {
    if (method === 'GET') return Response.json(stored)
    const { currentPassword, ...change } = JSON.parse(String(body))
    sent.push({ currentPassword, ...change })
    const refuse = (status: number, code: string, message: string) =>
      Response.json({ error: message, code, details: [{ path: 'currentPassword', message }] }, { status })
    if (currentPassword === undefined) return refuse(403, 'password-needed', 'Please enter your password.')
    if (currentPassword !== 'right') return refuse(400, 'wrong-password', 'Current password is incorrect.')
    return Response.json({ ...profile, ...change })
  })
  leave = renderPart(<PersonalInformation profile={profile} />)
})
afterEach(() => {
  leave()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const field = (name: string) => document.querySelector<HTMLInputElement>(name)!
/** Chooses a department by its name. */
function choose(name: string): void {
  act(() => field('[role=combobox]').click())
  const option = [...document.querySelectorAll<HTMLElement>('[role=option]')].find((one) => one.textContent === name)
  act(() => option!.click())
}
const submit = () => act(() => document.querySelector('form')!.requestSubmit())

test('a password that is needed is asked for in place, and nothing that was typed is lost or kept as a draft', async () => {
  act(() => document.querySelector('button')!.click())
  type(field('input[name=email]'), 'new@office.example')
  expect(field('input[type=password]')).not.toBeNull()
  submit()
  await shows(() => expect(document.body.textContent).toContain('Current password is required'))
  expect(sent).toEqual([])
  expect(field('input[name=email]').value).toBe('new@office.example')

  type(field('input[type=password]'), 'wrong')
  submit()
  await shows(() => expect(document.body.textContent).toContain('Current password is incorrect.'))
  expect(JSON.stringify({ ...localStorage })).not.toContain('wrong')

  type(field('input[type=password]'), 'right')
  submit()
  await shows(() => expect(document.querySelector('form')).toBeNull())
  expect(sent.map(({ email, currentPassword }) => [email, currentPassword])).toEqual([
    ['new@office.example', 'wrong'],
    ['new@office.example', 'right'],
  ])
})

test('what an administrator corrects while the form is open is not reverted', async () => {
  act(() => document.querySelector('button')!.click())
  choose('Compliance')
  stored = { ...profile, email: 'corrected@office.example' }
  submit()
  await shows(() => expect(sent).toMatchObject([{ department: 'Compliance', email: 'corrected@office.example' }]))
})

test('a draft restores only what was typed', () => {
  act(() => document.querySelector('button')!.click())
  choose('Compliance')
  leave()
  leave = renderPart(<PersonalInformation profile={{ ...profile, email: 'corrected@office.example' }} />)
  expect(field('[role=combobox]').textContent).toBe('Compliance')
  expect(field('input[name=email]').value).toBe('corrected@office.example')
})

test('a department typed before there was a list stays until one is chosen, and says so', async () => {
  leave()
  leave = renderPart(<PersonalInformation profile={{ ...profile, department: 'Trade desk' }} />)
  expect(document.body.textContent).toContain('as typed: Trade desk')
  act(() => document.querySelector('button')!.click())
  expect(field('[role=combobox]').textContent).toBe('as typed: Trade desk')
  type(field('input[name=firstName]'), 'Adele')
  stored = { ...profile, department: 'Trade desk' }
  submit()
  await shows(() => expect(sent).toMatchObject([{ firstName: 'Adele', department: 'Trade desk' }]))
})
