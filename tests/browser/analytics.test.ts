import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expectAccessibleAt } from './axe.ts'
import { expect, failedWith, test } from './test.ts'
import { END_OF_PAGE, walk } from './walk.ts'

test('filters stand in the address, and leave and come back with it', async ({ asManager: page }) => {
  await page.goto('/analytics')
  const summary = page.locator('[data-summary]')
  const completed = summary.getByRole('link', { name: /^Completed: / })
  const all = await completed.textContent()
  await page.getByRole('button', { name: /^Period: / }).click()
  await page.getByRole('radio', { name: 'Last 365 days' }).check()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/period=1y/)
  await expect(completed).not.toHaveText(all ?? '')
  await page.getByRole('button', { name: /^Departments: / }).click()
  await page.getByRole('checkbox', { name: 'Operations' }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Departments: Operations' })).toBeFocused()
  await expect(page).toHaveURL(/department=operations/)
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('button', { name: 'Working days' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('working days · as of')).toBeVisible()
  // The workload is that of the one department.
  await expect(page.getByRole('table', { name: 'Workload by department' }).getByRole('row')).toHaveCount(2)
  for (let step = 0; step < 3; step++) await page.goBack()
  await expect(completed).toHaveText(all ?? '')
  await expect(page.getByRole('button', { name: 'Departments: All departments' })).toBeVisible()
})

test('a figure opens its requests, each with its own, and all of them come as CSV', async ({ asManager: page }) => {
  await page.goto('/analytics?period=1y')
  const figure = page.getByRole('link', { name: /^Median cycle time: / })
  await page.getByRole('button', { name: 'About Median cycle time' }).click()
  await expect(page.getByRole('dialog', { name: 'Median cycle time' })).toContainText('first start of work')
  await page.keyboard.press('Escape')
  await figure.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Requests finished, / })).toBeFocused()
  const rows = page.getByRole('table', { name: 'Requests' }).getByRole('row')
  await expect(rows).toHaveCount(21)
  const shown = await rows.locator('.request-id').allTextContents()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Analytics \(finished\) .*\.csv$/)
  const table = parse<Record<string, string>>(readFileSync(await file.path(), 'utf8'), { bom: true, columns: true })
  expect(table.slice(0, 20).map((row) => row['Request ID'])).toEqual(shown)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(`${table.length} requests`)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(rows.locator('.request-id').first()).toHaveText(table[20]!['Request ID']!)

  // On a phone requests need no horizontal scrolling, and there is one control for files.
  await page.setViewportSize({ width: 390, height: 800 })
  const sideways = () =>
    page.locator('main').evaluate((main) => main.querySelector('table')!.scrollWidth - main.clientWidth)
  await expect.poll(sideways).toBeLessThanOrEqual(0)
  await page
    .getByRole('group', { name: 'Export these requests' })
    .getByRole('button', { name: 'Other formats' })
    .click()
  await expect(page.getByRole('dialog', { name: 'Other formats' }).getByRole('button')).toHaveText(['Excel', 'PDF'])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1366, height: 900 })

  await rows.nth(1).getByRole('link').click()
  await expect(page.getByRole('dialog').getByText(table[20]!['Request ID']!).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.locator('.way-back').getByRole('link', { name: 'Analytics' }).click()
  await expect(page).toHaveURL(/\/analytics\?period=1y$/)
  await expect(figure).toBeVisible()
})

test('net opens each of its parts, a row for each closing, and the workload what its median is of', async ({
  asManager: page,
}) => {
  await page.goto('/analytics?period=1y')
  const closed = page
    .locator('footer')
    .getByRole('link', { name: / closed$/ })
    .first()
  const number = (await closed.textContent())!.split(' ')[0]!
  await closed.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Closings, / })).toBeFocused()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(`${number} closings`)
  await expect(page.getByRole('columnheader', { name: 'Closed', exact: true })).toBeVisible()
  await page.goBack()
  await page
    .getByRole('link', { name: /: median cycle time / })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /^Requests finished, / })).toBeFocused()
  await expect(page.getByRole('columnheader', { name: 'Cycle time' })).toBeVisible()
})

test('a panel’s figures come as CSV, and its menu says what they mean', async ({ asManager: page }) => {
  await page.goto('/analytics')
  await page.getByRole('button', { name: 'More about Workload by department' }).click()
  await expect(page.getByText('By what a request is now: its department and its assignee.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const text = readFileSync(await (await download).path(), 'utf8')
  const rows = parse<Record<string, string>>(text, { bom: true, columns: true })
  const shown = await page
    .getByRole('table', { name: 'Workload by department' })
    .getByRole('rowheader')
    .allTextContents()
  expect(rows.map((row) => row['Department'])).toEqual(shown)
})

test('what if: more people, and a request that is found and pulled forward', async ({ asManager: page }) => {
  await page.goto('/analytics')
  await page.getByLabel('People', { exact: true }).fill('150')
  await expect(page.getByRole('heading', { name: /^With 150% of the people, / })).toBeVisible()
  await expect(page).toHaveURL(/people=150/)
  await page.getByRole('button', { name: 'Pull one forward No request' }).press('Enter')
  const open = page.getByRole('dialog', { name: 'Open requests' })
  await expect(open.getByRole('searchbox')).toBeFocused()
  await open.getByRole('listitem').first().getByRole('button').press('Enter')
  await expect(page).toHaveURL(/pull=RFD-/)
  await expect(page.getByText(/would be closed by .* as likely as not/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/would be closed by .* as likely as not/)).toBeVisible()
  await page.getByRole('button', { name: 'As it is' }).click()
  await expect(page).not.toHaveURL(/people|pull/)
})

test('the keyboard goes through the whole screen, each chart a stop or a few', async ({ asManager: page }) => {
  await page.goto('/analytics')
  await expect(page.getByRole('heading', { name: /backlog/ })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Promise ledger' })).toBeVisible()
  await expect(page.getByLabel('How many by this date')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  const stops = await walk(page, 'Tab', (stop) => stop === END_OF_PAGE)
  for (const stop of [
    /^button Period/,
    /^button Export Report/,
    /^button About Completed/,
    /^button More about/,
    /^textbox People/,
  ])
    expect(stops.filter((one) => stop.test(one)).length, String(stop)).toBeGreaterThan(0)
  expect(stops.findIndex((stop) => stop.startsWith('button Period'))).toBeLessThan(
    stops.findIndex((stop) => stop.startsWith('button About Completed')),
  )
})

test('accessible in both themes, without sideways scroll on a phone', async ({ asManager: page }) => {
  test.slow()
  await page.goto('/analytics?people=150')
  await expect(page.getByRole('heading', { name: /^With 150% of the people, / })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Promise ledger' })).toBeVisible()
  await expectAccessibleAt(page, 1366, 390)
  await page.getByRole('button', { name: /^Period: / }).click()
  await expectAccessibleAt(page, 390)
  await page.getByRole('button', { name: 'Export Report' }).click()
  await expect(page.getByRole('dialog', { name: 'Export report' })).toBeVisible()
  await expectAccessibleAt(page, 390)
  await page.goto('/analytics/rows?mark=open&measure=age')
  await expect(page.getByRole('table', { name: 'Requests' })).toBeVisible()
  await expectAccessibleAt(page, 1366, 390)
})

test('while the server reads the history the screen says so, and the figures come by themselves', async ({
  asManager: page,
  expected,
}) => {
  expected.push(failedWith(503))
  let isRead = false
  await page.route('**/api/analytics/flow?*', (route) =>
    isRead
      ? route.fallback()
      : route.fulfill({
          status: 503,
          json: { error: 'The history of all requests is being read.', code: 'history-loading' },
        }),
  )
  await page.goto('/analytics')
  const words = 'The figures will appear automatically.'
  await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
  await expect(page.locator('p').filter({ hasText: words })).toBeVisible()
  isRead = true
  await expect(page.locator('[data-summary]')).toBeVisible()
  await expect(page.getByText(words)).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('with remarks as long or as short as a filter brings, the panels stay in their place', async ({
  asManager: page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  let completed = { value: 5000, before: 5000 }
  await page.route('**/api/analytics/flow?*', async (route) => {
    const response = await route.fetch()
    const flow = (await response.json()) as { summary: object }
    await route.fulfill({ json: { ...flow, summary: { ...flow.summary, completed, completedPerWeek: 1666.9 } } })
  })
  const firstPanel = page.getByRole('figure').first()
  const topOfPanels = async () => (await firstPanel.boundingBox())?.y
  await page.goto('/analytics')
  await expect(firstPanel).toBeVisible()
  // Everything above the panels has loaded, web fonts included.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  const top = await topOfPanels()
  completed = { value: 17_339, before: 12_345 }
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('4,994 more than before')).toBeVisible()
  expect(await topOfPanels()).toBe(top)
})

test('users are told that analytics are not for them', async ({ asUser: page }) => {
  await page.goto('/analytics/rows?mark=open')
  await expect(page.getByText('Analytics is only available to managers and administrators.')).toBeVisible()
})
