import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BUILT_IN_ROLES } from '../../shared/permissions.ts'
import { titleOf } from './pages/pages.ts'
import { queryClient } from '../client/query.ts'
import { App } from './router.tsx'
import { endSession, startSession, updateSessionUser } from '../client/session.ts'
import { render, type } from '../testing/render.ts'
import { buildToken, buildUser } from '../testing/session.ts'

type Role = keyof typeof BUILT_IN_ROLES
let away = () => {}

function open(path: string) {
  window.history.replaceState(null, '', path)
  away = render(<App />)
}
function signIn(role: Role) {
  const user = buildUser({ role, permissions: BUILT_IN_ROLES[role].permissions })
  startSession({ token: buildToken(new Date()), user })
}
/** Lets React work in real time, as code and answers arrive, until the check passes. */
async function eventually(check: () => void) {
  globalThis.IS_REACT_ACT_ENVIRONMENT = false
  await vi.waitFor(check, { timeout: 300_000, interval: 20 })
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
}
const sees = (text: string) => eventually(() => expect(document.body.textContent).toContain(text))
const here = () => window.location.pathname + window.location.search
const fetched = vi.fn<typeof fetch>(() => new Promise(() => {}))

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  away()
  endSession(null)
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('the root leads to sign-in, or to the dashboard when signed in', async () => {
  open('/')
  await sees('Contact your administrator for account access')
  expect(here()).toBe('/login')
  away()
  signIn('user')
  open('/')
  await sees('Dashboard')
  await eventually(() => expect(here()).toBe('/dashboard'))
})

test.each(['/dashboard', '/requests?page=2', '/profile', '/team/roles/user', '/settings/email', '/nowhere'])(
  '%s asks for a sign-in first',
  async (path) => {
    open(path)
    await sees('Use the account your administrator gave you.')
    expect(here()).toBe('/login')
  },
)

test('signing in returns to the address that was requested', async () => {
  open('/analytics?range=1y')
  await sees('Sign In')
  const answer = { token: buildToken(new Date()), user: buildUser({ firstName: 'Nadia' }) }
  fetched.mockImplementationOnce(async () => new Response(JSON.stringify(answer)))
  const input = (name: string) => document.querySelector(`[name=${name}]`) as HTMLInputElement
  type(input('username'), 'nadia')
  type(input('password'), 'secret')
  act(() => document.querySelector('form')?.requestSubmit())
  await sees('Welcome back, Nadia!')
  expect(document.body.textContent).toContain('Login successful')
  expect(here()).toBe('/analytics?range=1y')
})

test('a refused sign-in says so above the fields and lets one try again', async () => {
  open('/login')
  await sees('Sign In')
  fetched.mockImplementationOnce(async () => new Response('{"error":"Invalid username or password"}', { status: 401 }))
  const input = (name: string) => document.querySelector(`[name=${name}]`) as HTMLInputElement
  type(input('username'), 'nadia')
  type(input('password'), 'wrong')
  act(() => document.querySelector('form')?.requestSubmit())
  await sees('Invalid username or password')
  const alert = document.querySelector('[role=alert]')
  expect(alert?.compareDocumentPosition(input('username'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(document.querySelector('[type=submit]')?.hasAttribute('aria-disabled')).toBe(false)
})

test('an unknown address says 404', async () => {
  signIn('user')
  open('/nowhere')
  await sees('404 Page Not Found')
})

const RESTRICTED = [
  ['/analytics', 'user', 'Analytics is only available to managers and administrators.'],
  ['/reports', 'user', 'Reports are only available to managers and administrators.'],
  ['/team/users', 'manager', 'Administrator privileges are needed to manage the team.'],
  ['/settings/backup', 'manager', 'Administrator privileges are needed to change settings.'],
] as const
test.each(RESTRICTED)('%s is restricted for the role %s', async (path, role, sentence) => {
  signIn(role)
  open(path)
  await sees('Access restricted')
  expect(document.body.textContent).toContain(sentence)
})

test.each([
  ['/analytics', 'manager', 'Analytics'],
  ['/reports', 'manager', 'Export Reports'],
  ['/team/add-user', 'admin', 'Add New User'],
  ['/settings/security', 'admin', 'Security Policies'],
] as const)('%s opens for the role %s under its heading', async (path, role, heading) => {
  signIn(role)
  open(path)
  await eventually(() => expect(document.querySelector('h1')?.textContent).toBe(heading))
  expect(document.body.textContent).not.toContain('Access restricted')
})

const READY = { status: 'ready', audit: { state: 'intact', entries: 1284, found: null } }
const DATABASE = {
  engine: 'sqlite',
  version: '3.50.0',
  sizeBytes: 2 * 1024 ** 2,
  latencyMs: 0.2,
  migrations: { applied: 30, newest: '0044-audit-list' },
  connections: null,
  jobs: { waiting: 3, scheduled: 6, running: 0, dead: 0 },
}
const answerSettings: typeof fetch = async (url) =>
  Response.json(String(url).endsWith('/api/settings/database') ? DATABASE : READY)
test.each([
  ['/team', ['User Management', 'Role Permissions', 'Add New User']],
  ['/settings', ['Email Notifications', 'Backup Settings', 'Security Policies']],
] as const)('%s has the specification’s cards, each leading to its page', async (path, titles) => {
  signIn('admin')
  fetched.mockImplementation(answerSettings)
  open(path)
  await sees(titles[0])
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main h2 a')]
  expect(links.map((link) => link.textContent).slice(0, 3)).toEqual(titles)
  expect(links.map((link) => titleOf(link.pathname))).toEqual(links.map((link) => link.textContent))
})

test('the settings show whether the database answers', async () => {
  signIn('admin')
  fetched.mockImplementation(answerSettings)
  open('/settings')
  await sees('Database status')
  await sees('SQLite, embedded 3.50.0')
  await sees('2.0 MB')
  await sees('1,284')
})

test('another time zone of the office shows in every time, and leaves typed text and focus where they are', async () => {
  signIn('user')
  const user = buildUser({ username: 'nadia' })
  const profile = { ...user, createdAt: '2024-01-05T20:00:00.000Z', lastLogin: '2026-03-10T12:00:00.000Z' }
  fetched.mockImplementation(async (url) =>
    String(url).endsWith('/api/profile') ? Response.json(profile) : new Promise(() => {}),
  )
  open('/profile')
  await sees('5 Jan 2024')
  act(() => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Edit Profile')!.click())
  const field = () => document.querySelector<HTMLInputElement>('[name=firstName]')
  await eventually(() => expect(field()).not.toBeNull())
  const shown = field()!
  type(shown, 'Half typed')
  shown.focus()
  act(() => updateSessionUser({ officeTimeZone: 'Asia/Dhaka' }))
  await sees('6 Jan 2024')
  expect(field()).toBe(shown)
  expect(shown.value).toBe('Half typed')
  expect(document.activeElement).toBe(shown)
})
