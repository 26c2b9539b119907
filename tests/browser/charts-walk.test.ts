import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** Charts with keyboard navigation: the label of the group or list says so. */
const CHARTS = '[aria-label*="Arrow keys move between"]'
/** One of each kind: points, areas, age strips, forecast bars, mirrored bars, lines, a share bar. */
const KINDS = [
  /^Cycle time of finished requests/,
  /^Cumulative flow/,
  /in Pending Review/,
  /in In Progress/,
  /^How likely \d+ requests are finished/,
  /^Arrived and closed per week/,
  /^Backlog/,
  /^Past forecasts and outcomes/,
  /^Share of the time in each status/,
]

async function openAnalytics(page: Page): Promise<Locator> {
  await page.goto('/analytics')
  await page.getByText(/^Tested on the past/).click()
  const charts = page.locator(CHARTS)
  await expect(charts).toHaveCount(KINDS.length)
  await expect(page.getByRole('table', { name: 'Promise ledger' })).toBeVisible()
  return charts
}

test('every chart is one stop for Tab, and arrows, Home and End walk its marks', async ({ asManager: page }) => {
  test.slow()
  const charts = await openAnalytics(page)
  for (const chart of await charts.all()) {
    const name = (await chart.getAttribute('aria-label')) ?? ''
    expect(KINDS.filter((kind) => kind.test(name)).length, name).toBeGreaterThan(0)
    await expect(chart.locator('[tabindex="0"]'), name).toHaveCount(1)
    await chart.locator('[tabindex="0"]').focus()
    const mark = chart.locator(':focus')
    await page.keyboard.press('Home')
    const first = (await mark.getAttribute('aria-label')) ?? ''
    await page.keyboard.press('End')
    await expect(mark, name).not.toHaveAttribute('aria-label', first)
    const last = (await mark.getAttribute('aria-label')) ?? ''
    // A mark's label contains its figure.
    expect(last, name).toMatch(/\d/)
    await page.keyboard.press('ArrowLeft')
    await expect(mark, name).not.toHaveAttribute('aria-label', last)
    await page.keyboard.press('ArrowRight')
    await expect(mark, name).toHaveAttribute('aria-label', last)
    await expect(chart.locator('[tabindex="0"]'), name).toHaveCount(1)
    await page.keyboard.press('Tab')
    await expect(mark, name).toHaveCount(0)
    await page.keyboard.press('Shift+Tab')
    await expect(mark, name).toHaveAttribute('aria-label', last)
  }
})

test('every drawing is summed up in words, and every chart has its figures as a table', async ({ asManager: page }) => {
  test.slow()
  await openAnalytics(page)
  const drawings = page.locator('figure svg[aria-hidden="true"] + *').locator('..').locator('> p')
  expect(await drawings.count()).toBeGreaterThan(5)
  for (const summary of await drawings.allTextContents()) expect(summary).toMatch(/\w+ .*\./)

  // A chart shown as a table has no marks, so all menus are listed first.
  const menus = page
    .locator('figure')
    .filter({ has: page.locator(CHARTS) })
    .getByRole('button', { name: /^More about / })
  const names = await menus.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''))
  expect(names.length).toBeGreaterThan(5)
  for (const name of names) {
    const menu = page.getByRole('button', { name, exact: true })
    const figure = page.locator('figure').filter({ has: menu })
    // The table below a forecast contains its past.
    if ((await figure.locator('table').count()) === 0 || (await figure.locator('details').count()) > 0) {
      await menu.click()
      await page.getByRole('dialog').getByRole('button', { name: 'Show as table' }).click()
    }
    const rows = figure.getByRole('table').first().getByRole('row')
    await expect(rows.nth(1), name).toBeVisible()
    await expect(rows.first().getByRole('columnheader').first(), name).toHaveText(/\w/)
  }
})

/** The highest contrast of a shape in each drawing against the card: 1 is none. */
function contrasts(page: Page): Promise<number[]> {
  return page.locator('figure svg').evaluateAll((drawings) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
    const light = (ground: string, paint: string) => {
      for (const colour of [ground, paint]) {
        context.fillStyle = colour
        context.fillRect(0, 0, 1, 1)
      }
      const parts = Array.from(context.getImageData(0, 0, 1, 1).data.slice(0, 3), (part) => {
        const share = part / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * parts[0]! + 0.7152 * parts[1]! + 0.0722 * parts[2]!
    }
    return drawings
      .filter((drawing) => drawing.querySelector('path, rect, line') && !drawing.closest('button, a, summary, dl'))
      .map((drawing) => {
        const ground = getComputedStyle(drawing.closest('figure')!).backgroundColor
        const paints = [...drawing.querySelectorAll('path, rect:not([class*=hit]):not([class*=wash]), line')].flatMap(
          (shape) => {
            const { fill, stroke } = getComputedStyle(shape)
            return [fill, stroke].filter((paint) => paint !== 'none' && !paint.startsWith('url('))
          },
        )
        const own = light(ground, ground)
        return Math.max(
          1,
          ...paints.map((paint) => {
            const other = light(ground, paint)
            return (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05)
          }),
        )
      })
  })
}

for (const theme of ['light', 'dark'] as const)
  test(`with forced colours in ${theme} every drawing and the focus are seen`, async ({ asManager: page }) => {
    test.slow()
    await page.emulateMedia({ forcedColors: 'active', colorScheme: theme })
    const charts = await openAnalytics(page)
    const seen = await contrasts(page)
    expect(seen.length).toBeGreaterThan(7)
    expect(seen.filter((contrast) => contrast < 3)).toEqual([])
    const colours = await page
      .locator('figure svg text')
      .evaluateAll((texts) => texts.map((text) => [getComputedStyle(text).fill, getComputedStyle(document.body).color]))
    expect(colours.filter(([fill, ink]) => fill !== ink)).toEqual([])
    await charts.first().locator('[tabindex="0"]').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(charts.first().locator(':focus')).toHaveCSS('outline-style', 'solid')
  })
