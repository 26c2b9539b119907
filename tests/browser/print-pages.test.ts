import type { Page } from '@playwright/test'
import { pagesOf } from '../../server/testing/documents/read-pdf.ts'
import { collisions } from './boxes.ts'
import { expect, test } from './test.ts'

/** Imitates printing: fires `beforeprint` and switches to print media. A4 upright is 688 px within its margins. */
async function print(page: Page, width = 688): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width, height: 900 })
}

/** What is no use on paper. The meanings that an answer offers are part of it; other tests leave some in the conversation. */
const CHROME =
  'header.band, nav, .button:not([aria-label="Did you mean"] *), .toasts, .tools, .pager, input, textarea, [role=tab], [role=combobox]'

async function expectPaper(page: Page): Promise<void> {
  await expect(page.locator(CHROME).filter({ visible: true })).toHaveCount(0)
  const foot = await page.evaluate(() => document.documentElement.style.getPropertyValue('--paper-foot'))
  expect(foot).toMatch(/^"127\.0\.0\.1:\d+\/.*Printed \d+ \w+ \d{4}, \d\d:\d\d by Nadia Osei"$/)
  const ink = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body)
    return [color, backgroundColor]
  })
  expect(ink).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  expect(await collisions(page.getByRole('main'))).toEqual([])
}

test('the list is printed with all its columns, and says which rows these are', async ({ asManager: page }) => {
  await page.goto('/requests?status=completed&search=e&page=2&sort=dueDate&order=desc')
  await expect(page.getByText(/^Showing 11 to/)).toBeVisible()
  const total = /of ([\d,]+) results/.exec(await page.getByText(/^Showing 11 to/).innerText())?.[1]
  await print(page, 1010)
  const list = page.locator('[data-sheet=list]')
  await expect(list.locator('p')).toHaveText(
    new RegExp(`^Rows 11–\\d+ of ${total} · Search: e · Status: Completed · Ordered by Due Date, descending$`),
  )
  await expect(list.locator('th')).toHaveText([
    'Request ID',
    'Title',
    'Department',
    'Priority',
    'Status',
    'Assigned To',
    'Due Date',
    'AI Classification',
  ])
  await expect(page.locator('table:has([data-request])')).toBeHidden()
  await expectPaper(page)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(list).toHaveCount(0)
  await expect(page.locator('table:has([data-request])')).toBeVisible()
})

test('the dashboard is printed with its folded charts, their tables and the list', async ({ asManager: page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  const volume = page.waitForResponse(/\/api\/dashboard\/volume/)
  await page.goto('/dashboard')
  await volume
  await expect(page.locator('[data-request]')).toHaveCount(10)
  await expect(page.getByRole('button', { name: 'Show charts' })).toBeVisible()
  // Everything is rendered when the browser starts to paginate.
  const rows = await page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'))
    return document.querySelectorAll('table[aria-label^="Created and finished"] tr').length
  })
  expect(rows).toBe(27)
  await print(page)
  await expect(page.locator('.stats .value')).toHaveText([/\d/, /\d/, /\d/, /\d/])
  await expect(page.getByRole('table', { name: 'Requests by status' })).toBeVisible()
  await expect(page.getByRole('group', { name: /^Created and finished per week, \d/ })).toBeVisible()
  await expect(page.getByRole('table', { name: /^Created and finished/ }).getByRole('row')).toHaveCount(27)
  await expect(page.locator('[data-sheet=list] tbody tr')).toHaveCount(10)
  await expectPaper(page)
})

const unspaced = (text: string | null | undefined) => (text ?? '').replaceAll(/\s/g, '')

test('the flow of work is printed panel by panel, each with its name, finding and note on one sheet', async ({
  asManager: page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/analytics?people=150')
  await expect(page.getByRole('heading', { name: /^With 150% of the people, / })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Promise ledger' })).toBeVisible()
  await expect(page.getByText(/^Tested on the past/)).toBeVisible()
  const figures = page.getByRole('figure')
  const panels = await figures.evaluateAll((all) =>
    all.map((figure) => ({
      name: figure.querySelector('header p')?.textContent,
      finding: figure.querySelector('h2')?.textContent,
      note: figure.querySelector('footer > div')?.textContent,
    })),
  )
  expect(panels).toHaveLength(11)

  const sheets = (await pagesOf(await page.pdf({ format: 'A4' }))).map(unspaced)
  for (const { name, finding, note } of panels) {
    // Two panels count the moves of due dates, with the same sentence.
    const sheet = sheets.find((text) => [name, finding].every((part) => text.includes(unspaced(part))))
    expect(sheet, finding ?? '').toContain(unspaced(name))
    // With a row for each week of half a year, this table is longer than a sheet.
    if (!name?.startsWith('Arrived and closed')) expect(sheet, name ?? '').toContain(unspaced(note))
  }
  // No sheet has only a few lines left over from the one before.
  expect(sheets.filter((text) => text.length < 300)).toEqual([])

  await print(page)
  const grounds = await figures.evaluateAll((all) => all.map((figure) => getComputedStyle(figure).backgroundColor))
  expect(new Set(grounds)).toEqual(new Set(['rgb(255, 255, 255)']))
  await expect(figures.getByRole('link', { name: /^Open / }).filter({ visible: true })).toHaveCount(0)
  await expectPaper(page)
})

test('suggestions and estimates are printed', async ({ asManager: page }) => {
  await page.goto('/analytics?view=suggestions')
  await expect(page.getByRole('heading', { name: 'Models' })).toBeVisible()
  await print(page)
  await expect(page.getByRole('heading', { name: 'Models' })).toBeVisible()
  await expectPaper(page)
})

test('an answer that asks back is printed with its choices', async ({ asManager: page }) => {
  await page.goto('/ai-assistant')
  await page.getByRole('textbox').fill('How many open requests in Compliance zorbled by more than 77 flibbers?')
  await page.keyboard.press('Enter')
  const choices = page.getByRole('list', { name: 'Did you mean' }).getByRole('button')
  await expect(choices.first()).toBeVisible()
  await print(page)
  await expect(choices.first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeHidden()
})

test('a conversation is printed whole, without the questions that could be asked', async ({ asManager: page }) => {
  await page.goto('/ai-assistant')
  for (const question of ['How many requests are overdue?', 'Who has the most open requests?']) {
    await page.getByRole('textbox').fill(question)
    await page.keyboard.press('Enter')
    await expect(
      page.locator('.message-own').filter({ hasText: question }).locator('+ .message-message time'),
    ).toBeVisible()
  }
  await print(page)
  const box = page.locator('.conversation-scroller')
  expect(await box.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(0)
  await expect(page.getByText('How many requests are overdue?')).toBeVisible()
  // A question is not left at the foot of a sheet.
  await expect(page.locator('.message-own').first()).toHaveCSS('break-after', 'avoid')
  await expect(page.getByText('Quick examples')).toBeHidden()
  await expectPaper(page)
})
