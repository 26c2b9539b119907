import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoViolations } from './axe.ts'
import { expect, test } from './test.ts'

const chart = (page: Page, name: RegExp): Locator => page.getByRole('group', { name })
const CYCLE = /^Cycle time of finished requests/
const FLOW = /^Cumulative flow/

async function openAnalytics(page: Page): Promise<void> {
  await page.goto('/analytics')
  await expect(chart(page, CYCLE)).toBeVisible()
}
async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page
    .getByRole('dialog', { name: `${name}: more` })
    .getByRole('button', { name: action })
    .click()
}
const period = (page: Page) => {
  const params = new URL(page.url()).searchParams
  return [params.get('from'), params.get('to')]
}

/** The picture on the clipboard: its width, and each of its colours as a number. */
function copiedPicture(page: Page): Promise<{ width: number; colours: number[] }> {
  return page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const bitmap = await createImageBitmap(await item!.getType('image/png'))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
    const colours = new Set<number>()
    for (let i = 0; i < data.length; i += 4) colours.add(data[i]! * 65_536 + data[i + 1]! * 256 + data[i + 2]!)
    return { width: bitmap.width, colours: [...colours] }
  })
}

test('a scatter is one stop for Tab, its points are walked, say themselves and open their request', async ({
  asManager: page,
}) => {
  await openAnalytics(page)
  await page.getByRole('button', { name: 'More about Cycle time' }).focus()
  await page.keyboard.press('Tab')
  const mark = page.locator(':focus')
  await expect(mark).toHaveAttribute('aria-label', /^RFD-\d{4}-\d+: [\d.]+ days?, finished \d/)
  const last = await mark.getAttribute('aria-label')
  await page.keyboard.press('ArrowLeft')
  await expect(mark).not.toHaveAttribute('aria-label', last ?? '')
  const name = (await mark.getAttribute('aria-label')) ?? ''
  const [id = ''] = name.split(':')
  await expect(page.locator('[data-tip]')).toContainText(id)
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-tip]')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText(id)
  await page.keyboard.press('Escape')
  await expect(mark).toHaveAttribute('aria-label', name)
})

test('a period is chosen with the keyboard, and Escape goes back to the one before', async ({ asManager: page }) => {
  await openAnalytics(page)
  await chart(page, FLOW).locator('[data-mark][tabindex="0"]').focus()
  for (let days = 0; days < 9; days++) await page.keyboard.press('Shift+ArrowLeft')
  await expect(page.getByText(/selected\. Enter zooms in/)).toBeAttached()
  await page.keyboard.press('Enter')
  await expect.poll(() => period(page)).not.toEqual([null, null])
  const [from, to] = period(page)
  expect((Date.parse(to ?? '') - Date.parse(from ?? '')) / 86_400_000).toBe(9)
  // The marks are replaced; the focus stays on the chart.
  await expect(page.getByRole('button', { name: 'Zoom out' }).first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(chart(page, FLOW).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => period(page)).not.toEqual([from, to])
  await expect(page.getByRole('button', { name: 'Zoom out' })).toHaveCount(0)
})

test('a period is chosen by dragging, and the drag opens nothing', async ({ asManager: page }) => {
  await openAnalytics(page)
  const box = await chart(page, FLOW).locator('..').boundingBox()
  if (!box) throw new Error('The chart has no box')
  const at = (share: number) => box.x + box.width * share
  await page.mouse.move(at(0.3), box.y + 120)
  await page.mouse.down()
  await page.mouse.move(at(0.4), box.y + 130, { steps: 4 })
  await page.mouse.move(at(0.5), box.y + 120, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => period(page)).not.toEqual([null, null])
  expect(new URL(page.url()).pathname).toBe('/analytics')
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect(page.getByRole('button', { name: 'Zoom out' })).toHaveCount(0)
})

test('the tooltip stays while the pointer moves onto it', async ({ asManager: page }) => {
  await page.clock.install()
  await openAnalytics(page)
  const box = await chart(page, FLOW).locator('..').boundingBox()
  if (!box) throw new Error('The chart has no box')
  await page.mouse.move(box.x + box.width / 2, box.y + 150)
  const tip = page.locator('[data-tip]')
  await expect(tip).toContainText('pending')
  const words = await tip.innerText()
  const over = await tip.boundingBox()
  if (!over) throw new Error('The tooltip has no box')
  await page.mouse.move(over.x + over.width / 2, over.y + over.height / 2, { steps: 6 })
  // Longer than the delay after which the tooltip of a left mark closes.
  await page.clock.fastForward(400)
  expect(await tip.innerText()).toBe(words)
  await page.mouse.move(box.x + box.width / 2, box.y - 100)
  await page.clock.fastForward(400)
  await expect(tip).toHaveCount(0)
})

test('a chart is copied as data and as a picture, and shown as a table', async ({ asManager: page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAnalytics(page)
  await choose(page, 'Cumulative flow', 'Copy as data')
  await expect(page.getByText('Data copied', { exact: true }).first()).toBeVisible()
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  expect(lines[0]).toBe('Day\tPending\tIn progress\tCompleted\tRejected\tCancelled')
  expect(lines).toHaveLength(183)

  await choose(page, 'Cycle time', 'Copy as picture')
  await expect(page.getByText('Picture copied', { exact: true }).first()).toBeVisible()
  const picture = await copiedPicture(page)
  expect(picture.width).toBeGreaterThan(600)
  expect(picture.colours.length).toBeGreaterThan(20)

  await choose(page, 'Cycle time', 'Show as table')
  await expect(page.getByRole('table', { name: 'Cycle time' }).getByRole('link').first()).toHaveText(/^RFD-/)
})

test('a picture has the bars of a panel that are boxes of the page', async ({ asManager: page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAnalytics(page)
  await choose(page, 'Due dates', 'Copy as picture')
  await expect(page.getByText('Picture copied', { exact: true }).first()).toBeVisible()
  const bar = page.getByRole('table', { name: 'Due dates' }).locator('.bar > i').first()
  const [red, green, blue] = (await bar.evaluate((part) => getComputedStyle(part).backgroundColor))
    .match(/\d+/g)!
    .map(Number)
  const { colours } = await copiedPicture(page)
  expect(colours).toContain(red! * 65_536 + green! * 256 + blue!)
})

test('charts hold for everybody in light and dark', async ({ asManager: page }) => {
  test.slow()
  await openAnalytics(page)
  await chart(page, CYCLE).locator('[data-mark][tabindex="0"]').focus()
  await expectAccessible(page)
})

test('menus and tables of charts hold for everybody on a phone', async ({ asManager: page }) => {
  test.slow()
  await openAnalytics(page)
  await page.getByText(/^Tested on the past/).click()
  await choose(page, 'Age of open requests', 'Show as table')
  await page.getByRole('button', { name: 'More about Forecast' }).click()
  await page.setViewportSize({ width: 390, height: 900 })
  await expectNoViolations(page, 'light')
})
