import type { Page } from '@playwright/test'
import type { BatchItems } from '../../shared/ai-batches.ts'
import type { Office } from './office.ts'
import { expect, test } from './test.ts'
import { choose, expectToast, openBatchStart } from './steps.ts'

/** Texts of other departments than operations. The engine learns from an office's requests, so each is used seldom. */
const ELSEWHERE = [
  (what: string) => ({
    title: `Block phishing attacks and malware on ${what}`,
    description: `Attackers try stolen passwords on ${what}. Add multi-factor authentication and alerts for intrusions.`,
  }),
  (what: string) => ({
    title: `Clean duplicate records in the master data of ${what}`,
    description: `The reference data of ${what} holds duplicate codes. Merge them and check data quality every night.`,
  }),
  (what: string) => ({
    title: `Apply the amended sanctions law to ${what}`,
    description: `The regulation obliges us to screen ${what} for sanctions, and auditors ask for evidence of compliance.`,
  }),
]
let calls = 0

/** Creates rows that differ from any suggestion: each has another department than its text suggests. */
async function askElsewhere(office: Office): Promise<void> {
  const manager = await office.signIn('manager')
  const text = ELSEWHERE[calls++ % ELSEWHERE.length]!
  for (const what of ['the login page', 'staff accounts', 'the gate terminals', 'the mail server'])
    await office.createRequest(manager, { ...text(what), department: 'operations', priority: 'low' })
}

async function analyse(page: Page, office: Office): Promise<void> {
  await askElsewhere(office)
  // All open requests: other tests might already have decided all those of one department.
  await (await openBatchStart(page)).click()
  await expect(page.getByText('The backlog has been analyzed')).toBeVisible()
}

test('the backlog is analysed, gone through row by row, and each decision undone', async ({
  asManager: page,
  office,
}) => {
  await analyse(page, office)
  const table = page.getByRole('group', { name: 'Suggestions' })
  const accept = table.getByRole('button', { name: /^Accept RFD/ }).first()
  const accepted = (await accept.getAttribute('aria-label'))!.replace('Accept ', '')
  await accept.click()
  await expectToast(page, '1 request accepted')
  await expect(table.getByRole('button', { name: `Accept ${accepted}` })).toHaveCount(0)
  await page.getByRole('button', { name: 'Accepted', exact: true }).click()
  await table.getByRole('button', { name: `Undo ${accepted}` }).click()
  await expectToast(page, '1 request restored')
  await expect(page.getByText('Nothing has been accepted yet')).toBeVisible()

  await page.getByRole('button', { name: 'To review' }).click()
  await table.getByRole('button', { name: `Correct ${accepted}` }).click()
  const correction = table.getByRole('group', { name: `Correct ${accepted}` })
  await choose(correction, 'Department', 'Compliance')
  await correction.getByRole('button', { name: 'Save correction' }).click()
  await expectToast(page, '1 request corrected')
  await page.goto(`/requests?search=${accepted}`)
  await expect(page.getByRole('row').filter({ hasText: accepted })).toContainText('Compliance')
})

test('who starts an analysis, or thinks better of it, by keyboard does not lose their place', async ({
  asManager: page,
  office,
}) => {
  await askElsewhere(office)
  await (await openBatchStart(page)).press('Enter')
  const done = page.getByRole('heading', { name: 'The backlog has been analyzed' })
  await expect(done).toBeFocused()
  for (const leave of ['Cancel', /^Analyze [\d,]+ request/]) {
    await page.getByRole('button', { name: 'Analyze again' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Analyze the backlog' })).toBeFocused()
    await page.getByRole('button', { name: leave }).press('Enter')
    await expect(done).toBeFocused()
  }
})

test('a row that was decided in another window is told, and not as if it were stored here', async ({
  asManager: page,
  office,
}) => {
  await analyse(page, office)
  const other = await page.context().newPage()
  await other.goto('/dashboard?view=ai-analysis')
  const skip = other.getByRole('button', { name: /^Skip RFD/ }).first()
  const id = (await skip.getAttribute('aria-label'))!.replace('Skip ', '')
  const accept = page.getByRole('button', { name: `Accept ${id}` })
  await expect(accept).toBeVisible()
  await skip.click()
  await expectToast(other, '1 request skipped')
  await accept.click()
  await expectToast(page, 'Some of it was not saved', /decided/)
  await expect(accept).toHaveCount(0)
})

test('a decision whose answer was lost is sent again and made once', async ({ asManager: page, expected, office }) => {
  expected.push(/ERR_CONNECTION_RESET/)
  await analyse(page, office)
  const keys: (string | undefined)[] = []
  await page.route('**/api/ai/batches/*/decisions', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const response = await route.fetch()
    if (keys.length === 1) await route.abort('connectionreset')
    else await route.fulfill({ response })
  })
  await page
    .getByRole('button', { name: /^Accept RFD/ })
    .first()
    .click()
  await expectToast(page, '1 request accepted')
  expect(keys).toEqual([expect.any(String), keys[0]])
})

test('many rows are accepted at once after their number was seen', async ({ asAdmin: page, office }) => {
  // Confidences depend on the training, so two are fixed here.
  await page.route(/\/items\?/, async (route) => {
    const { 'if-none-match': _tag, ...headers } = route.request().headers()
    const response = await route.fetch({ headers })
    const items = (await response.json()) as BatchItems
    const suggested = items.items.flatMap((item) => (item.suggested ? [item.suggested] : []))
    suggested.forEach((suggestion, i) => (suggestion.confidence = i < 2 ? 0.9 : 0.5))
    await route.fulfill({ response, json: { ...items, counts: { ...items.counts, sure: 2 } } })
  })
  await analyse(page, office)
  const sure = page.getByRole('group', { name: 'Accept all above 80%' })
  const look = page.getByRole('button', { name: 'Accept all above 80%' })
  await look.click()
  await expect(sure).toContainText('2 requests are above 80%.')
  await sure.getByRole('button', { name: 'Cancel' }).click()
  await look.click()
  await sure.getByRole('button', { name: 'Accept 2 requests' }).click()
  await expectToast(page, '2 requests accepted')
  await page.getByRole('button', { name: 'Accepted', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Undo RFD/ })).toHaveCount(2)
})

test('rows are decided with the keys of a letter each, and those that agree ask for nothing', async ({
  asManager: page,
  office,
}) => {
  await analyse(page, office)
  const table = page.getByRole('group', { name: 'Suggestions' })
  const accepts = table.getByRole('button', { name: /^Accept RFD/ })
  const ids = await accepts.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!))
  await accepts.first().focus()
  await page.keyboard.press('w')
  await expect(table.getByText(/^Is .* right\?/).first()).toBeVisible()
  for (const id of ids.slice(0, 3)) {
    await expect(table.getByRole('button', { name: id })).toBeFocused()
    await page.keyboard.press('a')
    await expect(table.getByRole('button', { name: id })).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Accepted', exact: true }).click()
  await expect(table.getByRole('button', { name: /^Undo RFD/ })).toHaveCount(3)
  await page.getByRole('button', { name: 'Agree', exact: true }).click()
  await expect(table.getByText('Nothing to change').first()).toBeVisible()
  await expect(table.getByRole('button', { name: /^Accept RFD/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'To review' }).click()
  await choose(page, 'Order', 'By what differs')
  await expect(table.getByText(/differ$|differs$/).first()).toBeVisible()
})

test('a manager sees how the suggestions fared', async ({ asManager: page }) => {
  await page.goto('/analytics?view=suggestions')
  for (const heading of ['The engine', 'Decisions on the last year’s suggestions', 'Models'])
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Train now' })).toHaveCount(0)
})

test('Previous and Next go through the rows of a batch and the requests of an answer', async ({
  asManager: page,
  office,
}) => {
  await analyse(page, office)
  const titles = page.getByRole('group', { name: 'Suggestions' }).locator('a[data-opens]')
  const ids = await titles.evaluateAll((links) => links.map((link) => link.dataset['opens']))
  expect(ids.length).toBeGreaterThan(2)
  await titles.nth(1).click()
  const details = page.getByRole('dialog')
  await expect(page).toHaveURL(new RegExp(`request=${ids[1]}`))
  await details.getByRole('button', { name: 'Next request' }).click()
  await expect(page).toHaveURL(new RegExp(`request=${ids[2]}`))
  await details.getByRole('button', { name: 'Previous request' }).click()
  await details.getByRole('button', { name: 'Previous request' }).click()
  await expect(page).toHaveURL(new RegExp(`request=${ids[0]}`))
  await expect(details.getByRole('button', { name: 'Previous request' })).toBeDisabled()

  await page.goto('/ai-assistant')
  await page.getByLabel('Your message').fill('What is overdue and critical?')
  await page.keyboard.press('Enter')
  const conversation = page.getByRole('region', { name: 'Conversation' })
  // Answers to earlier questions may be above it.
  await expect(conversation.getByText('What is overdue and critical?').last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'New conversation' })).toBeEnabled()
  const links = conversation.locator('ul:has(a[data-opens])').last().locator('a[data-opens]')
  await expect(links.first()).toBeVisible()
  const count = await links.count()
  await links.first().click()
  const next = details.getByRole('button', { name: 'Next request' })
  if (count > 1) await expect(next).toBeEnabled()
  else await expect(next).toBeDisabled()
})

test('offline no rows of another view stand in the review', async ({ asManager: page, expected, office }) => {
  expected.push(/ERR_INTERNET_DISCONNECTED/)
  await analyse(page, office)
  const rows = page.locator('.batch-table tbody tr')
  await expect(rows.first()).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Skipped', exact: true }).click()
  await expect(page.getByText('These suggestions were not loaded')).toBeVisible()
  await expect(rows).toHaveCount(0)
  await page.getByRole('button', { name: 'To review' }).click()
  await expect(rows.first()).toBeVisible()
  await page.context().setOffline(false)
})
