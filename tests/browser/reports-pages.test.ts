import type { Locator } from '@playwright/test'
import type { ReportDocument } from '../../shared/reports/document.ts'
import { expectAccessibleAt } from './axe.ts'
import { choose } from './steps.ts'
import { expect, test } from './test.ts'

test('a ready report is previewed, made as a file and set on a schedule', async ({ asManager: page }) => {
  await page.goto('/reports')
  await expect(page.getByRole('link', { name: 'Monthly management report' })).toBeVisible()
  await expectAccessibleAt(page, 1366, 390)
  await page.getByRole('link', { name: 'Monthly management report' }).click()
  const report = page.getByRole('article', { name: 'Monthly management report' })
  await expect(report.getByText('Median cycle time').first()).toBeVisible()
  await expect(report.getByText('Created and closed by week')).toBeVisible()
  await expectAccessibleAt(page, 1366, 390)

  // The period survives a reload, and Back restores the previous one.
  const period = page.getByRole('combobox', { name: 'Period', exact: true })
  await period.click()
  await page.getByRole('option', { name: 'Last 30 days' }).click()
  await expect(page).toHaveURL(/\?period=/)
  await page.reload()
  await expect(period).toHaveText('Last 30 days')
  await page.goBack()
  await expect(period).toHaveText('Last calendar month')

  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = page.getByRole('button', { name: /^Download Monthly management report .*csv$/ })
  await expect(download).toBeVisible({ timeout: 300_000 })
  const file = page.waitForEvent('download')
  await download.click()
  expect((await file).suggestedFilename()).toMatch(/^Monthly management report \d{4}-\d{2}-\d{2}\.csv$/)

  const schedule = page.getByRole('form', { name: 'Schedule' })
  await schedule.getByRole('button', { name: 'Monthly' }).click()
  await schedule.getByLabel('Time', { exact: true }).fill('06:15')
  await schedule.getByLabel('Time zone').fill('Nowhere')
  await schedule.getByRole('button', { name: 'Save schedule' }).click()
  await expect(schedule.getByText('There is no such time zone')).toBeVisible()
  await schedule.getByLabel('Time zone').fill('Europe/Paris')
  await schedule.getByRole('button', { name: 'Save schedule' }).click()
  await expect(schedule.getByText(/^Next:/)).toBeVisible()
  await page.reload()
  await expect(schedule.getByLabel('Time', { exact: true })).toHaveValue('06:15')
  await schedule.getByRole('button', { name: 'Delete schedule' }).click()
  await expect(page.getByRole('heading', { name: 'Schedule' })).toBeFocused()
})

function narrowestTitle(report: Locator): Promise<number> {
  return report
    .locator('tbody td:nth-child(2)')
    .evaluateAll((titles) => Math.min(...titles.map((title) => title.getBoundingClientRect().width)))
}

test('a report of one’s own is built with a live preview, saved, made, changed and deleted', async ({
  asManager: page,
  office,
}) => {
  const manager = await office.signIn('manager')
  for (const priority of ['critical', 'low'] as const)
    await office.createRequest(manager, { title: `Weigh the trucks buildme ${priority}`, priority })
  await page.goto('/reports/new?search=buildme')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('table', { name: 'Requests' }).getByRole('row')).toHaveCount(3)
  // The usual eight columns fit, beside the form or below it.
  const table = preview.locator('.scroll-x')
  for (const width of [1920, 1680, 1600, 1440, 1366, 1280]) {
    await page.setViewportSize({ width, height: 768 })
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth), `${width} px`).toBe(0)
    expect(await narrowestTitle(preview), `${width} px`).toBeGreaterThanOrEqual(220)
  }
  await page.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByLabel('Name').fill('Trucks')
  await page.getByRole('combobox', { name: 'Sort by' }).click()
  await page.getByRole('option', { name: 'Priority', exact: true }).click()
  await expect(preview.getByText('Sorted by Priority')).toBeVisible()
  await page.getByRole('combobox', { name: 'Direction' }).click()
  await page.getByRole('option', { name: 'Descending' }).click()
  await expect(preview.getByText('Sorted by Priority, descending')).toBeVisible()
  await page.getByRole('combobox', { name: 'Group by' }).click()
  await page.getByRole('option', { name: 'Priority' }).click()
  await page.getByRole('combobox', { name: 'Chart' }).click()
  await page.getByRole('option', { name: 'Bars', exact: true }).click()
  await expect(preview.getByText('Requests by priority')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Trucks')
  await expectAccessibleAt(page, 1366, 390)
  await page.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByRole('heading', { name: 'Trucks' })).toBeVisible()

  await page.getByRole('button', { name: 'Export Excel' }).click()
  await expect(page.getByRole('button', { name: /^Download Trucks .*xlsx$/ })).toBeVisible({ timeout: 300_000 })
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill('Trucks by priority')
  await page.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByRole('heading', { name: 'Trucks by priority' })).toBeVisible()
  const { pathname } = new URL(page.url())
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const readAgain: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes(`/api${pathname}`)) readAgain.push(request.url())
  })
  await page.getByRole('button', { name: 'Delete report' }).click()
  await expect(page.getByRole('heading', { name: 'Your reports' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Trucks by priority' })).toHaveCount(0)
  expect(readAgain).toEqual([])
})

test('what is said first in the form of a report stands at the rim of its card like its fields', async ({
  asManager: page,
}) => {
  await page.goto('/reports/new')
  const form = page.getByRole('form', { name: 'New report' })
  const [card, note, field] = await Promise.all(
    [form, form.getByText('Fields marked with *'), form.getByLabel('Name')].map((part) => part.boundingBox()),
  )
  expect(note!.y - card!.y).toBeCloseTo(field!.x - card!.x, 0)
})

test('the lengths of stacked bars have the ratio of their totals on a phone too', async ({ asManager: page }) => {
  const document: ReportDocument = {
    title: 'Trucks',
    office: 'Harbour Office',
    asOf: '2026-11-18T09:00:00.000Z',
    timeZone: 'UTC',
    period: null,
    about: [],
    blocks: [
      {
        kind: 'chart',
        shape: 'stacked',
        name: 'Requests by department',
        finding: 'IT Development has most.',
        unit: 'requests',
        labelled: 'Department',
        labels: ['IT Development', 'Operations'],
        series: [
          { name: 'Pending', values: [60, 60] },
          { name: 'Completed', values: [40, 20] },
        ],
      },
    ],
  }
  await page.route('**/api/report-previews', (route) => route.fulfill({ json: document }))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/reports/new')
  const rows = page.getByRole('region', { name: 'Preview' }).locator('li:has(i[title])')
  await expect(rows).toHaveCount(2)
  const [longest, other] = await rows.evaluateAll((list) =>
    list.map((row) => {
      const bars = [...row.querySelectorAll('i[title]')].map((bar) => bar.getBoundingClientRect())
      return Math.max(...bars.map(({ right }) => right)) - Math.min(...bars.map(({ left }) => left))
    }),
  )
  expect(other! / longest!).toBeCloseTo(0.8, 1)
})

test('a period of a report replaces the filters of its date, and a filter of that date replaces the period', async ({
  asManager: page,
  office,
}) => {
  const manager = await office.signIn('manager')
  await office.createRequest(manager, { title: 'Seal the trucks periodme' })
  await page.goto('/reports/new?search=periodme&createdFrom=2020-01-01&createdTo=2020-01-31')
  const form = page.getByRole('form', { name: 'New report' })
  const preview = page.getByRole('region', { name: 'Preview' })
  const chip = form.locator('.chip', { hasText: 'Created' })
  await expect(preview.getByText('No request matches.')).toBeVisible()
  await expect(chip).toBeVisible()
  await choose(form, 'Period', 'Last 30 days')
  await expect(chip).toHaveCount(0)
  await expect(preview.getByText('Seal the trucks periodme')).toBeVisible()
  await expectAccessibleAt(page, 1366, 390)
  await page.setViewportSize({ width: 1366, height: 900 })
  await choose(form, 'Applies to', 'Finished')
  await expect(preview.getByText('No request matches.')).toBeVisible()
  await choose(form, 'Applies to', 'Created')

  await form.getByLabel('Name').fill('The last thirty days')
  await form.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByRole('heading', { name: 'The last thirty days' })).toBeVisible()
  await expect(page.getByText(/Created: \d{4}-\d{2}-\d{2} to /)).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).click()
  const edited = page.getByRole('form', { name: 'Edit The last thirty days' })
  await expect(edited.getByRole('combobox', { name: 'Period', exact: true })).toHaveText('Last 30 days')

  await edited.getByRole('button', { name: 'Add filter' }).click()
  await page.getByLabel('Created from').fill('2020-01-01')
  await page.keyboard.press('Escape')
  await expect(edited.getByRole('combobox', { name: 'Period', exact: true })).toHaveText('As filtered')
})
