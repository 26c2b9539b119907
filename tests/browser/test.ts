import { test as base, type Browser, type Page } from '@playwright/test'
import type { SignIn } from '../../shared/users.ts'
import { openOffice, type Office, type Role } from './office.ts'

export { expect } from '@playwright/test'

interface Fixtures {
  /** Console messages that a test provokes on purpose; any other error or warning of the page fails it. */
  expected: RegExp[]
  /** Whether pages receive live events. Off, because a page with an open stream never counts as idle. */
  withEvents: boolean
  /** Opens another signed-in page in a separate context. */
  open: (role: Role | null) => Promise<Page>
  asUser: Page
  asManager: Page
  asAdmin: Page
  guest: Page
}

export const test = base.extend<Fixtures, { office: Office }>({
  office: [
    async ({ browserName: _any }, provide) => {
      const office = await openOffice()
      await provide(office)
      await office.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ office }, provide) => provide(office.url),
  expected: async ({ browserName: _any }, provide) => provide([]),
  withEvents: [false, { option: true }],
  open: async ({ browser, office, expected, withEvents }, provide) => {
    const complaints: string[] = []
    const pages: Page[] = []
    const signedIn = new Set<Role>()
    const sessionOf = (role: Role) => {
      if (signedIn.has(role)) return office.signInAnew(role)
      signedIn.add(role)
      return office.signIn(role)
    }
    await provide(async (role) => {
      const page = await newPage(browser, office, role === null ? null : await sessionOf(role))
      if (!withEvents) await page.context().addInitScript(refuseEvents)
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(`${error.name}: ${error.message}`))
      pages.push(page)
      return page
    })
    // Delayed or mocked answers may still be in flight; they are irrelevant now.
    const left = pages.filter((page) => !page.isClosed())
    await Promise.all(left.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    await Promise.all(pages.map((page) => page.context().close()))
    const unexpected = complaints.filter((text) => !expected.some((pattern) => pattern.test(text)))
    if (unexpected.length > 0) throw new Error(`The page complained:\n${unexpected.join('\n')}`)
  },
  asUser: async ({ open }, provide) => provide(await open('user')),
  asManager: async ({ open }, provide) => provide(await open('manager')),
  asAdmin: async ({ open }, provide) => provide(await open('admin')),
  guest: async ({ open }, provide) => provide(await open(null)),
})

/** The browser's own log message for a 4xx or 5xx. */
export function failedWith(status: number): RegExp {
  return new RegExp(`Failed to load resource.*${status}`)
}

/** Runs in the page. A route for it would send every call of the page through the test, and turn off the browser's cache. */
function refuseEvents(): void {
  const realFetch = window.fetch
  window.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    // 204 means that there is no stream.
    return pathname === '/api/events' ? Promise.resolve(new Response(null, { status: 204 })) : realFetch(input, init)
  }
}

async function newPage(browser: Browser, { url }: Office, signedIn: SignIn | null): Promise<Page> {
  const localStorage = signedIn
    ? [
        { name: 'rfd.token', value: signedIn.token },
        { name: 'rfd.user', value: JSON.stringify(signedIn.user) },
      ]
    : []
  const context = await browser.newContext({
    baseURL: url,
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
  return context.newPage()
}
