import type { Page } from '@playwright/test'
import { addDays } from '../../shared/dates.ts'
import { expect, failedWith, test } from './test.ts'
import { answer, problem, rowOf } from './steps.ts'

test('the bell, the assistant and the account promise nothing that this version lacks', async ({ asUser: page }) => {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('This version sends no notifications')
  await page.keyboard.press('Escape')
  const summary = page.getByRole('region', { name: 'Account Summary' })
  await expect(summary).toContainText(/Open sessions\d/)
  await expect(summary).toContainText(/Your requests[\d,]+ created, [\d,]+ of them completed/)

  await page.goto('/ai-assistant')
  await page.getByRole('button', { name: 'Can I change a request I sent?' }).click()
  const conversation = page.getByRole('region', { name: 'Conversation' })
  await expect(conversation).toContainText('Nobody is notified of a comment')
  await page.getByPlaceholder('Ask about a request or a status').fill('How can I attach a document?')
  await page.keyboard.press('Enter')
  await expect(conversation).toContainText('Files cannot be attached in this version')
})

test('figures of the account that cannot be read say so, and can be tried again', async ({
  asUser: page,
  expected,
}) => {
  expected.push(failedWith(403))
  await answer(page, /requester=me/, { status: 403, body: problem('Not now.', 'not-allowed') })
  await page.goto('/profile')
  const summary = page.getByRole('region', { name: 'Account Summary' })
  await expect(summary).toContainText('Could not be read')
  await page.unrouteAll()
  await summary.getByRole('button', { name: 'Try again' }).click()
  await expect(summary).toContainText(/[\d,]+ created/)
})

test.describe('a reader far from the office', () => {
  test.use({ timezoneId: 'Pacific/Honolulu' })

  /** The office's zone as the session tells it. */
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
    // At half past twelve in Greenwich the next day has begun in Kiritimati, and nowhere else on the way to Honolulu.
    const day = new Date().toISOString().slice(0, 10)
    const next = addDays(day, 1)
    await page.clock.setFixedTime(`${day}T12:30:00Z`)
    const request = await office.createRequest(await office.signIn('user'), { dueDate: next })
    await page.route(`**/api/requests/${request.id}`, async (route) => {
      const answered = await route.fetch()
      const found = (await answered.json()) as object
      await route.fulfill({ response: answered, json: { ...found, updatedAt: `${day}T12:00:00.000Z` } })
    })
    await moveOffice(page, 'Pacific/Kiritimati')
    await page.goto(`/requests/${request.id}`)
    const facts = page.locator('.facts')
    await expect(facts).toContainText(/Due date.*today/)
    await expect(facts.getByText('Today, 02:00')).toHaveAttribute('title', /^\d+ \w{3} \d{4}, 02:00 GMT\+14$/)
    await page.goto(`/requests?search=${encodeURIComponent(request.title)}`)
    await expect(rowOf(page, request.title)).toContainText('today')
  })
})
