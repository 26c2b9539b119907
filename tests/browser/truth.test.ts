import type { Page } from '@playwright/test'
import type { ServiceRequest } from '../../shared/requests.ts'
import { addDays } from '../../shared/dates.ts'
import { expect, failedWith, test } from './test.ts'
import { answer, editDialog, problem, rowOf, search } from './steps.ts'

test('the assistant and the account promise nothing that this version lacks', async ({ asUser: page }) => {
  await page.goto('/profile')
  const summary = page.getByRole('region', { name: 'Account Summary' })
  await expect(summary).toContainText(/Open sessions\d/)
  await expect(summary).toContainText(/Your requests[\d,]+ created, [\d,]+ of them completed/)

  await page.goto('/ai-assistant')
  await page.getByRole('button', { name: 'Can I change a request I sent?' }).click()
  const conversation = page.getByRole('region', { name: 'Conversation' })
  await expect(conversation).toContainText('everybody else who watches the request')
  await page.getByPlaceholder('Ask about a request or a status').fill('How can I attach a document?')
  await page.keyboard.press('Enter')
  await expect(conversation).toContainText('add them on its Documents tab')
})

test('figures of the account that cannot be read say so, and can be tried again', async ({
  asUser: page,
  expected,
}) => {
  expected.push(failedWith(403))
  await answer(page, /requester=me/, { status: 403, body: problem('Not now.', 'not-allowed') })
  await page.goto('/profile')
  const summary = page.getByRole('region', { name: 'Account Summary' })
  await expect(summary).toContainText('Could not be loaded')
  await page.unrouteAll()
  await summary.getByRole('button', { name: 'Try again' }).click()
  await expect(summary).toContainText(/[\d,]+ created/)
})

test('offline no rows of another page or search stand in the list, and the way back is there', async ({
  asManager: page,
  expected,
}) => {
  expected.push(/net::ERR_INTERNET_DISCONNECTED/)
  await page.goto('/requests')
  await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible()
  const first = await page.locator('tr[data-request]').first().innerText()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByRole('heading', { name: 'These requests have not been loaded' })).toBeVisible()
  await expect(page.locator('tr[data-request]')).toHaveCount(0)
  await expect(page.getByText('Page 2 is not loaded')).toBeVisible()
  await search(page, 'seal')
  await expect(page).toHaveURL(/search=seal/)
  await expect(page.locator('tr[data-request]')).toHaveCount(0)
  await expect(page.getByText(/^Showing/)).toHaveCount(0)
  await expect(page.getByText(/^\d+ requests/)).toHaveCount(0)

  await page.getByRole('button', { name: 'Back to the rows that were loaded' }).click()
  await expect(page).toHaveURL(/\/requests$/)
  expect(await page.locator('tr[data-request]').first().innerText()).toBe(first)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await page.context().setOffline(false)
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible()
  await expect(page.locator('tr[data-request]')).toHaveCount(10)
})

test('a page that cannot be read shows no rows of another', async ({ asManager: page, expected }) => {
  expected.push(failedWith(403))
  await page.goto('/requests')
  await expect(page.getByText(/^Showing 1 to 10 of/)).toBeVisible()
  await answer(page, /page=2/, { status: 403, body: problem('Not now.', 'not-allowed') })
  await page.getByRole('button', { name: 'Page 2' }).click()
  const note = page.getByRole('alert').filter({ hasText: 'Failed to fetch requests' })
  await expect(note).toContainText('Not now.')
  await expect(page.locator('tr[data-request]')).toHaveCount(0)
  await page.unrouteAll()
  await note.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible()
})

test('Refresh of an unchanged list costs a 304, although the browser stores nothing of it', async ({
  asUser: page,
}) => {
  await page.goto('/requests')
  await expect(page.getByRole('row')).toHaveCount(11)
  // A commit of a background job changes the list's ETag, so this may take another attempt.
  await expect(async () => {
    const answer = page.waitForResponse((response) => response.url().includes('/api/requests?'), { timeout: 300_000 })
    await page.getByRole('button', { name: 'Refresh' }).click()
    expect((await answer).status()).toBe(304)
    expect((await answer).headers()['cache-control']).toBe('no-store')
  }).toPass()
  await expect(page.getByRole('row')).toHaveCount(11)
})

test('the list says how old it is, and Refresh reads it again', async ({ asManager: page, office }) => {
  await page.goto('/requests')
  await expect(page.getByText(/updated just now/)).toBeVisible()
  const request = await office.createRequest(await office.signIn('user'))
  await expect(rowOf(page, request.title)).toHaveCount(0)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(rowOf(page, request.title)).toHaveCount(1)
})

test('a lost list of people says so in the edit form and in the filters, and can be tried again', async ({
  asManager: page,
  office,
  expected,
}) => {
  expected.push(failedWith(403))
  const manager = await office.signIn('manager')
  const request = await office.createRequest(await office.signIn('user'))
  await office.editRequest(manager, request.id, { assignedToId: manager.user.id })
  await answer(page, /\/api\/users$/, { status: 403, body: problem('Not now.', 'not-allowed') })
  await page.goto(`/requests?edit=${request.id}`)
  const lost = editDialog(page).getByRole('alert').filter({ hasText: 'The list of people could not be loaded' })
  await expect(lost).toBeVisible()
  const name = `${manager.user.firstName} ${manager.user.lastName}`
  await expect(editDialog(page).getByRole('combobox', { name: 'Assigned to' })).toHaveText(name)
  await page.goto(`/requests?assignedTo=${manager.user.id}`)
  await page.getByRole('button', { name: 'Add filter' }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await expect(panel.getByRole('combobox', { name: 'Assigned to' })).toHaveText(name)
  await expect(panel.getByRole('alert')).toContainText('The list of people could not be loaded')
  await page.unrouteAll()
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByRole('alert')).toHaveCount(0)
  await expect(panel.getByRole('combobox', { name: 'Assigned to' })).toHaveText(name)
})

test('“Classifying…” ends by itself in list and details, and after minutes in vain it says so', async ({
  asManager: page,
  office,
}) => {
  const request = await office.createRequest(await office.signIn('user'))
  let isClassified = false
  const paths: string[] = []
  await page.route(/\/api\/requests(\?|\/[^/]+$)/, async (route) => {
    // Counted when sent: a call in flight belongs to those before its answer.
    paths.push(route.request().url())
    // Force a full answer: a 304 would have no body to change.
    const { 'if-none-match': _tag, ...headers } = route.request().headers()
    const answered = await route.fetch({ headers })
    const body = (await answered.json()) as ServiceRequest | { requests: ServiceRequest[] }
    const as = (row: ServiceRequest) =>
      row.id === request.id ? { ...row, classifiedAt: isClassified ? new Date().toISOString() : null } : row
    const json = 'requests' in body ? { ...body, requests: body.requests.map(as) } : as(body)
    await route.fulfill({ response: answered, json })
  })
  const list = `/requests?search=${encodeURIComponent(request.title)}`
  await page.goto(list)
  const row = rowOf(page, request.title)
  await expect(row).toContainText('Classifying…')
  isClassified = true
  await expect(row).toContainText('AI Classified')

  isClassified = false
  await page.goto(`/requests/${request.id}`)
  const marks = page.locator('article > header')
  await expect(marks).toContainText('Classifying…')
  isClassified = true
  await expect(marks).toContainText('AI Classified')

  isClassified = false
  await page.clock.install()
  await page.goto(list)
  await expect(row).toContainText('Classifying…')
  // The initial load of the screen is not a poll of the classification.
  await page.waitForLoadState('networkidle')
  await page.clock.pauseAt(Date.now() + 60_000)
  paths.length = 0
  await expect(async () => {
    await page.clock.runFor(60_000)
    await expect(row).toContainText('Not classified yet', { timeout: 300 })
  }).toPass()
  const once = paths.length
  await page.clock.runFor(600_000)
  expect(once).toBeLessThanOrEqual(7)
  expect(paths.slice(once)).toEqual([])
})

test('an analysis of the backlog that does not go on says so, and is asked for less and less', async ({
  asManager: page,
}) => {
  const batch = { id: 'b1', createdAt: new Date().toISOString(), state: 'running', total: 3, done: 0, undecided: 3 }
  let calls = 0
  await page.route(/\/api\/ai\/batches$/, (route) => {
    calls++
    return route.fulfill({ json: [batch] })
  })
  await page.route(/\/api\/ai\/batches\/b1\/items/, (route) =>
    route.fulfill({ json: { items: [], total: 0, counts: { differ: 0, agree: 0, sure: 0 } } }),
  )
  const status = { state: 'down', engine: null, indexed: null, waiting: null, training: false, trainedAt: null }
  await page.route(/\/api\/ai\/status$/, (route) => route.fulfill({ json: { ...status, languageModel: null } }))
  await page.clock.install()
  await page.goto('/dashboard?view=ai-analysis')
  await expect(page.getByRole('heading', { name: 'Analyzing the backlog' })).toBeVisible()
  // Paused, because the time that a busy machine needs would count otherwise.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.clock.runFor(25_000)
  await expect(page.getByText('The engine is not available at the moment.')).toBeVisible()
  await page.clock.runFor(600_000)
  calls = 0
  await page.clock.runFor(300_000)
  expect(calls).toBeLessThanOrEqual(11)
})

test.describe('a reader far from the office', () => {
  test.use({ timezoneId: 'Pacific/Honolulu' })

  /** Changes the office's time zone in the session. */
  async function moveOffice(page: Page, zone: string): Promise<void> {
    await page.route('**/api/auth/validate', async (route) => {
      const answered = await route.fetch()
      const { user } = (await answered.json()) as { user: object }
      await route.fulfill({ response: answered, json: { user: { ...user, officeTimeZone: zone } } })
    })
  }

  test('sees the office’s days and clock, and in the whole instant whose clock it is', async ({
    asManager: page,
    office,
  }) => {
    // At 12:30 UTC the next day has begun in Kiritimati, but nowhere between there and Honolulu.
    const day = new Date().toISOString().slice(0, 10)
    const next = addDays(day, 1)
    await page.clock.setFixedTime(`${day}T12:30:00Z`)
    const request = await office.createRequest(await office.signIn('user'), { dueDate: next })
    await page.route(`**/api/requests/${request.id}`, async (route) => {
      const answered = await route.fetch()
      const body = (await answered.json()) as object
      await route.fulfill({ response: answered, json: { ...body, updatedAt: `${day}T12:00:00.000Z` } })
    })
    await moveOffice(page, 'Pacific/Kiritimati')
    await page.goto(`/requests/${request.id}`)
    const facts = page.locator('article > header')
    await expect(facts).toContainText(/Due date.*today/)
    await expect(facts.getByText('Today, 02:00')).toHaveAttribute('title', /^\d+ \w{3} \d{4}, 02:00 GMT\+14$/)
    await page.goto(`/requests?search=${encodeURIComponent(request.title)}`)
    await expect(rowOf(page, request.title)).toContainText('today')
  })
})
