import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expect, failedWith, test } from './test.ts'
import { expectToast, fillNewRequest, newRequestDialog, rowOf } from './steps.ts'

/** Messages of the browser and React about code that failed to load. */
const NOT_FETCHED = [/net::ERR_FAILED/, failedWith(404), /PanelMissing/, /dynamically imported module/, /preload/i]
const note = 'This part could not be loaded'

test('a tab whose code does not come leaves the form as it is, and comes on the second try', async ({
  asUser: page,
  expected,
}) => {
  expected.push(...NOT_FETCHED)
  await page.route(/\/assets\/(ClassificationPanel|SimilarHint)[^/]*\.js/, (route) => route.abort())
  await page.goto('/dashboard?modal=new-request')
  const form = await fillNewRequest(page, {
    title: 'Written on a train',
    description: 'Through a tunnel.',
    department: 'Operations',
    dueDate: '2031-01-31',
  })
  await form.getByRole('tab', { name: 'AI Classification' }).click()
  await expect(form.getByRole('alert')).toContainText(note)
  await page.unrouteAll()
  await form.getByRole('button', { name: 'Try again' }).click()
  await expect(form.getByRole('button', { name: 'Classify This Request' })).toBeVisible()
  await form.getByRole('tab', { name: 'Request Form' }).click()
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Written on a train')
  await form.getByRole('button', { name: 'Submit Request' }).click()
  await expectToast(page, 'Success')
})

test('a dialog whose code does not come leaves the page as it is, and opens on the second try', async ({
  asUser: page,
  office,
  expected,
}) => {
  expected.push(...NOT_FETCHED)
  const request = await office.createRequest(await office.signIn('user'))
  let isLost = true
  let failing = 0
  await page.route(/\/assets\/RequestDialogs[^/]*\.js/, async (route) => {
    if (!isLost) return route.continue()
    failing++
    // The connection fails slowly.
    await delay(500)
    await route.abort()
    failing--
  })
  await page.goto('/requests')
  await rowOf(page, request.title).getByRole('button', { name: 'View' }).click()
  const missing = page.getByRole('alertdialog', { name: note })
  await expect(missing).toBeVisible()
  await missing.getByRole('button', { name: 'Close' }).click()
  await expect(missing).toBeHidden()
  await expect(page).toHaveURL(/\/requests$/)
  await expect(rowOf(page, request.title)).toBeVisible()
  const frames = await framesWith(page, '[role=alertdialog]')
  await page.getByRole('link', { name: 'New RFD Request' }).first().click()
  await expect(missing).toBeVisible()
  expect(await frames(), 'the note of the first try is not shown until the next has failed').toMatch(/^-*!+$/)
  // A prefetch that is still failing would be shared by the next try.
  await expect.poll(() => failing).toBe(0)
  isLost = false
  // Dispatched directly: moving the pointer there would already prefetch the code.
  await missing.getByRole('button', { name: 'Try again' }).dispatchEvent('click')
  await expect(newRequestDialog(page)).toBeVisible()
})

/** Records for each frame from now on whether it shows such an element: "!" or "-". */
async function framesWith(page: Page, selector: string): Promise<() => Promise<string>> {
  const frames = await page.evaluateHandle((names) => {
    const seen: string[] = []
    const look = () => {
      seen.push(document.querySelector(names) ? '!' : '-')
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    return seen
  }, selector)
  return () => frames.evaluate((seen) => seen.join(''))
}

/** The server's answer for files of an old build. The page itself was loaded before. */
async function afterUpdate(page: Page, part: RegExp): Promise<void> {
  await page.route(part, (route) => route.fulfill({ status: 404 }))
  await page.route(/\/assets\/[^/]+\.js$/, (route) =>
    route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.fallback(),
  )
}

const OUTDATED = 'This page is from before an update'

test('a page from before an update says so where a part is gone, and what was typed outlives its refresh', async ({
  asUser: page,
  expected,
}) => {
  expected.push(...NOT_FETCHED)
  await afterUpdate(page, /\/assets\/(ClassificationPanel|SimilarHint)[^/]*\.js/)
  await page.goto('/dashboard?modal=new-request')
  const form = newRequestDialog(page)
  await form.getByLabel('Title', { exact: true }).fill('Written before the update')
  await form.getByRole('tab', { name: 'AI Classification' }).click()
  const missing = form.getByRole('alert')
  await expect(missing).toContainText(OUTDATED)
  await expect(missing.getByRole('button')).toHaveText(['Refresh Page'])
  await page.unrouteAll()
  await missing.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(missing).toBeHidden()
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Written before the update')
  await form.getByRole('tab', { name: 'AI Classification' }).click()
  await expect(form.getByRole('button', { name: 'Classify This Request' })).toBeVisible()
})

test('a page from before an update says so in the place of a screen and of a dialog that are gone', async ({
  asUser: page,
  expected,
}) => {
  expected.push(...NOT_FETCHED, /React/)
  await afterUpdate(page, /\/assets\/(ProfilePage|RequestDialogs)[^/]*\.js/)
  await page.goto('/requests')
  await page.getByRole('link', { name: 'New RFD Request' }).first().click()
  const missing = page.getByRole('alertdialog')
  await expect(missing).toContainText(OUTDATED)
  await missing.getByRole('button', { name: 'Close' }).click()
  await expect(missing).toBeHidden()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByRole('heading', { name: OUTDATED })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
})

test('a part whose looks did not come has them on the second try', async ({ asUser: page, office, expected }) => {
  expected.push(...NOT_FETCHED)
  const request = await office.createRequest(await office.signIn('user'))
  let isLost = true
  await page.route(/\/assets\/RequestDialogs[^/]*\.css/, (route) => (isLost ? route.abort() : route.continue()))
  await page.goto('/requests')
  await rowOf(page, request.title).getByRole('button', { name: 'View' }).click()
  const missing = page.getByRole('alertdialog', { name: note })
  await expect(missing).toBeVisible()
  isLost = false
  await missing.getByRole('button', { name: 'Try again' }).dispatchEvent('click')
  await expect(page.getByRole('dialog', { name: request.title })).toBeVisible()
  const sheets = page.locator('link[rel=stylesheet][href*=RequestDialogs]')
  expect(await sheets.evaluateAll((links: HTMLLinkElement[]) => links.map(({ sheet }) => sheet !== null))).toEqual([
    true,
  ])
})
