import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Permission } from '../shared/permissions.ts'
import { get } from './client/api.ts'
import source from './before-page.js?raw'
import { firstAddresses } from './client/first-answers.ts'
import { DASHBOARD_STATS, REQUESTS_FIRST_PAGE } from './client/query.ts'
import { endSession, startSession, TOKEN_KEY } from './client/session.ts'
import { buildToken, buildUser } from './testing/session.ts'
import { setTheme } from './client/theme.ts'

const FILES = { '/dashboard': ['/assets/board.js', '/assets/board.css'], '/requests': ['/assets/list.js'] }
const script = source.replace('__SCREEN_FILES__', JSON.stringify(FILES))
const token = buildToken(new Date())
const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  fetched.mockImplementation(() => Promise.resolve(Response.json({ requests: [], total: 0 })))
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
  endSession(null)
  setTheme('system')
  delete window.rfdFirstAnswers
  document.head.replaceChildren()
})

/** Opens an address as a browser does: the script runs before the page. */
function open(path: string): void {
  window.history.replaceState(null, '', path)
  // oxlint-disable-next-line typescript/no-implied-eval -- a classic script of index.html: there is no module to import, and the page's tests have no node:vm
  new Function(script)()
}

const askedFor = () => fetched.mock.calls.map(([input]) => String(input))
const signIn = (...permissions: Permission[]) => startSession({ token, user: buildUser({ permissions }) })

test('a signed-in person’s first rows are requested at once, with their token', () => {
  signIn()
  open('/requests')
  expect(askedFor()).toEqual([REQUESTS_FIRST_PAGE])
  expect(fetched.mock.calls[0]?.[1]?.headers).toEqual({ authorization: `Bearer ${token}` })
})

test('the dashboard’s figures are requested only for people who may see them', () => {
  signIn()
  open('/dashboard')
  expect(askedFor()).toEqual([REQUESTS_FIRST_PAGE])
  fetched.mockClear()
  signIn('dashboard.view')
  open('/')
  expect(askedFor()).toEqual([REQUESTS_FIRST_PAGE, DASHBOARD_STATS])
})

test('nothing is requested without a session, on other screens, or for a filtered list', () => {
  open('/requests')
  expect(document.head.children).toHaveLength(0)
  signIn()
  for (const path of ['/login', '/profile', '/requests/RFD-2026-0001', '/requests?status=pending']) open(path)
  expect(fetched).not.toHaveBeenCalled()
})

test('the code of the screen is fetched along with the page’s own', () => {
  signIn()
  open('/dashboard?view=document-ai')
  const links = [...document.head.querySelectorAll('link')].map((link) => [link.rel, new URL(link.href).pathname])
  expect(links).toEqual([
    ['modulepreload', '/assets/board.js'],
    ['preload', '/assets/board.css'],
  ])
})

test('the page takes the answer once and asks the server after that', async () => {
  signIn()
  open('/requests')
  expect(firstAddresses()).toEqual([REQUESTS_FIRST_PAGE])
  await expect(get(REQUESTS_FIRST_PAGE)).resolves.toEqual({ requests: [], total: 0 })
  expect(fetched).toHaveBeenCalledTimes(1)
  await get(REQUESTS_FIRST_PAGE)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('an answer for another token is not used', async () => {
  signIn()
  open('/requests')
  startSession({ token: `${token}2`, user: buildUser({ id: 'ada' }) })
  await get(REQUESTS_FIRST_PAGE)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('a refusal that came early ends the session like any other', async () => {
  fetched.mockImplementation(() =>
    Promise.resolve(Response.json({ error: 'Sign in.', code: 'signed-out' }, { status: 401 })),
  )
  signIn()
  open('/requests')
  await expect(get(REQUESTS_FIRST_PAGE)).rejects.toMatchObject({ status: 401 })
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
})

test('an answer that never arrives times out as usual', async () => {
  vi.useFakeTimers()
  fetched.mockImplementation(() => new Promise(() => {}))
  signIn()
  open('/requests')
  const call = expect(get(REQUESTS_FIRST_PAGE)).rejects.toMatchObject({ name: 'AbortError' })
  await vi.advanceTimersByTimeAsync(15_000)
  await call
  vi.useRealTimers()
})

test('the chosen theme is applied before the page is there', () => {
  setTheme('dark')
  delete document.documentElement.dataset['theme']
  open('/login')
  expect(document.documentElement.dataset['theme']).toBe('dark')
})

test('a storage with unexpected content breaks nothing', () => {
  localStorage.setItem('rfd.token', token)
  localStorage.setItem('rfd.user', 'not json')
  expect(() => open('/dashboard')).not.toThrow()
})
