import { expect, test, type Page } from '@playwright/test'
import type { SignIn } from '../../shared/users.ts'
import { expectAccessibleAt } from './axe.ts'
import { openOffice, type Office } from './office.ts'
import { END_OF_PAGE, walk } from './walk.ts'

const ADMIN = { username: 'sukarno', password: 'tractor-violin-92' }

/** The first administrator of an office without requests, signed in. */
async function firstAdministrator(page: Page, office: Office): Promise<SignIn> {
  const link = () => /Create the first administrator: (\S+)/.exec(office.output())?.[1] ?? ''
  await expect.poll(link).not.toBe('')
  const post = (path: string, data: object) => page.request.post(`${office.url}/api/${path}`, { data })
  const person = { ...ADMIN, firstName: 'Sukarno', lastName: 'Ali', email: 's@office.example' }
  expect((await post('setup', { ...person, token: new URL(link()).hash.slice(1) })).status()).toBe(201)
  const signedIn = (await (await post('auth/login', ADMIN)).json()) as SignIn
  await page.goto(`${office.url}/login`)
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('rfd.token', token)
    localStorage.setItem('rfd.user', JSON.stringify(user))
  }, signedIn)
  return signedIn
}

/** The tab stops from the heading to the end of the page. */
async function stopsOf(page: Page): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).focus()
  return walk(page, 'Tab', (stop) => stop === END_OF_PAGE)
}

const READY = ['management', 'status-summary', 'overdue', 'departments', 'ai-quality', 'promises']

test('analytics and reports of an office without a request, and with one', async ({ page }) => {
  test.slow()
  const office = await openOffice({ environment: { DEMO: 'off' } })
  try {
    const admin = await firstAdministrator(page, office)
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))

    await page.goto(`${office.url}/analytics`)
    await expect(page.getByRole('heading', { name: 'Nothing to count yet' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'New RFD Request' })).toBeVisible()
    await expectAccessibleAt(page, 390, 1366)
    expect(await stopsOf(page)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^button Period/),
        expect.stringMatching(/^tab Flow of work/),
        expect.stringMatching(/^link New RFD Request/),
      ]),
    )
    for (const report of READY) {
      await page.goto(`${office.url}/reports/${report}`)
      await expect(page.getByRole('article')).toContainText('As of')
      await expect(page.getByRole('article')).not.toContainText(/NaN|Infinity|undefined|Only 0|\b0 of 0\b/)
    }

    await office.createRequest(admin, { title: 'The only request of the office' })
    await page.goto(`${office.url}/analytics`)
    const headings = page.getByRole('heading', { level: 2 })
    for (const finding of [
      'No request was finished in this period',
      'Open requests grew from 0 to 1, mostly pending',
      '1 request is open, and none is finished to compare with',
      'There is too little history for a forecast',
      'The backlog grew by 1, from 0 to 1',
      'Operations has the only open request',
      'No due date was moved in this period',
    ])
      await expect(headings.filter({ hasText: finding })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/NaN|Infinity|undefined/)
    // Axes count requests in integers.
    const labels = await page.locator('figure svg text').allTextContents()
    expect(labels.length).toBeGreaterThan(10)
    expect(labels.filter((label) => /^\d*\.\d/.test(label))).toEqual([])
    await expectAccessibleAt(page, 390, 1366)
    const stops = await stopsOf(page)
    // Charts with a single mark: one tab stop each, whose mark contains the figure.
    for (const stop of [
      /^button About Open now/,
      /^button More about Age of open requests/,
      /RFD-\d+-\d+: .* in this status/,
      /\d pending, /,
    ])
      expect(stops.filter((one) => stop.test(one)).length, String(stop)).toBeGreaterThan(0)
    expect(complaints).toEqual([])
  } finally {
    await office.close()
  }
})
