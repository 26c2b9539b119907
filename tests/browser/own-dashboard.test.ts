import type { Page } from '@playwright/test'
import { expectAccessibleAt } from './axe.ts'
import { expect, test } from './test.ts'

const cards = (page: Page) => page.getByRole('list', { name: 'Cards' }).getByRole('listitem')
const figures = (page: Page) => page.locator('.stats .caption')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Resets the dashboard: all tests share one manager. */
async function putBack(page: Page): Promise<void> {
  await button(page, 'Restore the defaults').click()
  await expect(page.getByText('The dashboard is back in its original order', { exact: true }).first()).toBeVisible()
}

test('a manager arranges the dashboard by keyboard; it is so after a reload and for nobody else', async ({
  asManager: page,
  asAdmin,
}) => {
  await page.goto('/dashboard')
  await expect(figures(page)).toHaveText(['Total Requests', 'Pending Review', 'Completed', 'Overdue'])
  await button(page, 'Arrange dashboard').focus()
  await page.keyboard.press('Enter')
  await button(page, 'Move Overdue up').focus()
  for (const place of [3, 2, 1]) {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: `Overdue is now ${place} of 7` })).toHaveCount(1)
    await expect(button(page, `Move Overdue ${place > 1 ? 'up' : 'down'}`)).toBeFocused()
  }
  await expect(figures(page)).toHaveText(['Overdue', 'Total Requests', 'Pending Review', 'Completed'])
  await button(page, 'Hide Requests by status').focus()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Show Requests by status')).toBeFocused()
  await expect(page.getByRole('table', { name: 'Requests by status' })).toHaveCount(0)
  await button(page, 'Done').press('Enter')
  await expect(button(page, 'Arrange dashboard')).toBeFocused()

  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.reload()
  await expect(figures(page)).toHaveText(['Overdue', 'Total Requests', 'Pending Review', 'Completed'])
  await expect(page.getByRole('figure')).toHaveCount(1)
  expect(paths).not.toContain('/api/dashboard/status-distribution')
  await asAdmin.goto('/dashboard')
  await expect(figures(asAdmin)).toHaveText(['Total Requests', 'Pending Review', 'Completed', 'Overdue'])

  await button(page, 'Arrange dashboard').click()
  await putBack(page)
  await expect(figures(page)).toHaveText(['Total Requests', 'Pending Review', 'Completed', 'Overdue'])
  await expect(page.getByRole('figure')).toHaveCount(2)
})

test('a change is undone from its toast, and another browser has it at its next visit', async ({ open }) => {
  const page = await open('manager')
  const elsewhere = await open('manager')
  await page.goto('/dashboard')
  await button(page, 'Arrange dashboard').click()
  await button(page, 'Move Created and finished up').click()
  // Optimistic update: the toast says that it is stored.
  await expect(page.getByRole('status').filter({ hasText: 'Created and finished is now 5 of 7' })).toHaveCount(1)
  await elsewhere.goto('/dashboard')
  await expect(elsewhere.getByRole('figure').first()).toContainText('Created')
  // Immediately, while the toast is visible.
  await button(page, 'Hide Overdue').click()
  const toast = page.locator('.toast').filter({ hasText: 'Overdue is hidden' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(button(page, 'Hide Overdue')).toBeVisible()
  await expect(cards(page).nth(4)).toContainText('Created and finished')
  await putBack(page)
  await expect(page.getByRole('figure').last()).toContainText('Created')
})

test('all cards may be hidden: the list has the page, and they come back', async ({ asManager: page }) => {
  await page.goto('/dashboard')
  await button(page, 'Arrange dashboard').click()
  for (const name of [
    'Total Requests',
    'Pending Review',
    'Completed',
    'Overdue',
    'Requests by status',
    'Created and finished',
  ])
    await button(page, `Hide ${name}`).click()
  await expect(page.locator('.stats')).toHaveCount(0)
  await expect(button(page, 'Hide charts')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Recent RFD Requests' })).toBeVisible()
  await putBack(page)
  await expect(page.locator('.stats')).toHaveCount(1)
})

test('an ordinary user hides the own open requests, has none after a reload, and brings them back', async ({
  asUser: page,
  office,
}) => {
  await office.createRequest(await office.signIn('user'), { title: 'Show the seal on the arranged card' })
  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: 'Your open requests' })
  await expect(card.getByRole('listitem').first()).toBeVisible()
  await button(page, 'Arrange dashboard').press('Enter')
  await expect(cards(page)).toHaveCount(2)
  await button(page, 'Hide Your open requests').press('Enter')
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'Your open requests are hidden' })).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Recent RFD Requests' })).toBeVisible()
  await expect(button(page, 'Arrange dashboard')).toBeVisible()
  await expect(card).toHaveCount(0)
  await button(page, 'Arrange dashboard').press('Enter')
  await button(page, 'Show Your open requests').press('Enter')
  await expect(card.getByRole('listitem').first()).toBeVisible()
  await putBack(page)
  await expect(card.getByRole('listitem').first()).toBeVisible()
})

test('arranging can be read and used at any width, in both themes', async ({ asManager: page }) => {
  test.slow()
  await page.goto('/dashboard')
  await button(page, 'Arrange dashboard').click()
  await expect(cards(page)).toHaveCount(7)
  await expectAccessibleAt(page, 1366, 390)
})
