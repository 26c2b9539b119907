import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** The value of a figure, once it has replaced its placeholder. */
async function figure(locator: Locator): Promise<number> {
  await expect(locator).toHaveText(/^[\d,]+$/)
  return Number((await locator.innerText()).replaceAll(',', ''))
}

/** The total in the list's footer; 0 for an empty list, which has none. */
async function listTotal(page: Page): Promise<number> {
  const footer = page.getByText(/^Showing \d/)
  const empty = page.getByText('No requests found')
  await expect(footer.or(empty)).toBeVisible()
  if (await empty.isVisible()) return 0
  return Number(/of ([\d,]+) results/.exec(await footer.innerText())?.[1]?.replaceAll(',', ''))
}

test('each card opens exactly the rows that it counts', async ({ asManager: page }) => {
  for (const label of ['Total Requests', 'Pending Review', 'Completed', 'Overdue']) {
    await page.goto('/dashboard')
    const card = page.locator('.stats').getByRole('link', { name: label })
    const value = await figure(card.locator('.value'))
    await card.click()
    await expect(page).toHaveURL(/\/requests/)
    await expect.poll(() => listTotal(page), label).toBe(value)
  }
})

test('each row of the status chart opens the rows that it counts', async ({ asManager: page }) => {
  for (const label of ['Pending Review', 'In Progress', 'Completed', 'Rejected', 'Cancelled']) {
    await page.goto('/dashboard')
    const row = page.getByRole('table', { name: 'Requests by status' }).getByRole('row', { name: label })
    const value = await figure(row.getByRole('cell').first())
    await row.getByRole('link').click()
    await expect.poll(() => listTotal(page), label).toBe(value)
  }
})

test('the bars of the volume chart are walked by arrows, say their values and open their rows', async ({
  asManager: page,
}) => {
  await page.goto('/dashboard')
  const chart = page.getByRole('group', { name: /^Created and finished per week/ })
  await chart.locator('[data-mark][tabindex="0"]').focus()
  await page.keyboard.press('ArrowLeft')
  const bar = page.locator(':focus')
  const name = (await bar.getAttribute('aria-label')) ?? ''
  const [, week = '', value = ''] = /^Week of (.+): (\d+) created$/.exec(name) ?? []
  await expect(page.locator('figure').getByText(`Week of ${week}`, { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/requests\?createdFrom=/)
  // The URL changes before the screen, and the dashboard has a list as well.
  await expect.poll(() => listTotal(page)).toBe(Number(value))
})

test('the volume chart has a table twin and three ranges in the address', async ({ asManager: page }) => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Show as table' }).click()
  const table = page.getByRole('table', { name: /^Created and finished/ })
  await expect(table.getByRole('row')).toHaveCount(27)
  await page.getByRole('button', { name: '30 days' }).click()
  await expect(page).toHaveURL(/\?range=30d$/)
  await expect(table.getByRole('row')).toHaveCount(31)
  await page.getByRole('button', { name: 'Year' }).click()
  await expect(table.getByRole('row')).toHaveCount(53)
  await page.goBack()
  await expect(table.getByRole('row')).toHaveCount(31)
  await expect(page.getByRole('button', { name: '30 days' })).toHaveAttribute('aria-pressed', 'true')
})

test('the tabs are in the address, and back returns to the one before', async ({ asManager: page }) => {
  await page.goto('/dashboard')
  await page.getByRole('tab', { name: 'AI Analysis' }).click()
  await expect(page).toHaveURL(/\?view=ai-analysis$/)
  await page.getByRole('tab', { name: 'Document AI' }).click()
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'AI Analysis' })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Recent RFD Requests' })).toBeVisible()
})

test('a user sees the requests only, and no figure is asked for', async ({ asUser: page }) => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.goto('/dashboard')
  await expect(page.getByText(/^Showing 1 to 10/)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('tab')).toHaveText([/^RFD Requests/])
  await expect(page.locator('.stats')).toHaveCount(0)
  for (const name of ['Upload Documentation', 'Export Report'])
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveCount(0)
  // The outlooks of their own requests are not office figures.
  expect(paths.filter((path) => /^\/api\/dashboard\/(?!outlooks)/.test(path))).toEqual([])
  await page.goto('/dashboard?view=ai-analysis')
  await expect(page.getByRole('heading', { name: 'Recent RFD Requests' })).toBeVisible()
})

test('Refresh refetches the figures', async ({ asManager: page, office }) => {
  await page.goto('/dashboard')
  const total = page.locator('.stats').getByRole('link', { name: 'Total Requests' }).locator('.value')
  const before = await figure(total)
  await office.createRequest(await office.signIn('user'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(total).toHaveText((before + 1).toLocaleString('en-GB'))
})

test('closing the New RFD Request dialog returns to the dashboard', async ({ asUser: page }) => {
  await page.goto('/dashboard?modal=new-request')
  const dialog = page.getByRole('dialog', { name: 'New RFD Request' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard$/)
})
