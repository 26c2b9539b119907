import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { toasts } from './steps.ts'

// Where things are while and after they move.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Raises several toasts: each blank comment is refused. */
async function raise(page: Page, times: number): Promise<void> {
  const field = page.getByLabel('Your comment')
  for (let time = 0; time < times; time++) await field.press('Control+Enter')
}

const right = (box: { x: number; width: number }) => box.x + box.width

test.beforeEach(async ({ asUser: page, office }) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.clock.install()
  await page.goto(`/dashboard?request=${request.id}&tab=comments`)
  await expect(page.getByLabel('Your comment')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
})

test('a blank comment is refused, and at most three toasts are shown', async ({ asUser: page }) => {
  await raise(page, 1)
  await expect(toasts(page)).toContainText(['Please enter a comment'])
  await raise(page, 4)
  await expect(toasts(page)).toHaveCount(3)
})

test('a toast disappears after five seconds', async ({ asUser: page }) => {
  await raise(page, 1)
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(4_900)
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(toasts(page)).toHaveCount(0)
})

test('F8 moves the focus to the toasts, and the focus keeps them', async ({ asUser: page }) => {
  await raise(page, 1)
  await expect(toasts(page)).toHaveCount(1)
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused()
  await page.clock.runFor(20_000)
  await expect(toasts(page)).toHaveCount(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toHaveCount(0)
})

test('a dismissed toast does not delay the next one', async ({ asUser: page }) => {
  const dismissals = [
    async () => {
      await toasts(page)
        .getByRole('button', { name: /^Dismiss/ })
        .click()
      await page.mouse.move(0, 0)
    },
    async () => {
      for (const key of ['F8', 'Tab', 'Enter']) await page.keyboard.press(key)
    },
  ]
  for (const dismiss of dismissals) {
    await raise(page, 1)
    await expect(toasts(page)).toHaveCount(1)
    await dismiss()
    await expect(toasts(page)).toHaveCount(0)
    await raise(page, 1)
    await expect(toasts(page)).toHaveCount(1)
    await page.clock.runFor(5_100)
    await expect(toasts(page)).toHaveCount(0)
  }
})

test('the focus stays with the toasts while there are others to dismiss', async ({ asUser: page }) => {
  await raise(page, 2)
  await expect(toasts(page)).toHaveCount(2)
  for (const key of ['F8', 'Tab', 'Enter']) await page.keyboard.press(key)
  await expect(toasts(page)).toHaveCount(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toHaveCount(0)
})

test('toasts stand at the top right and go with a swipe of 50 pixels', async ({ asUser: page }) => {
  await raise(page, 1)
  const toast = toasts(page).first()
  const { width } = page.viewportSize() ?? { width: 0 }
  const place = async () => (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  // It slides in: measure its position after the animation.
  await expect.poll(async () => width - right(await place())).toBeLessThan(40)
  const box = await place()
  expect(box.y).toBeLessThan(120)
  const swipe = async (by: number) => {
    const [x, y] = [box.x + 60, box.y + 10]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + by, y, { steps: 5 })
    await page.mouse.up()
  }
  await swipe(45)
  await expect(toasts(page)).toHaveCount(1)
  await swipe(55)
  await expect(toasts(page)).toHaveCount(0)
})

test('what a toast covers is pressed through it, but for its own buttons', async ({ asUser: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await raise(page, 3)
  await expect(toasts(page)).toHaveCount(3)
  const blocked = await page.evaluate(() =>
    [...document.querySelectorAll('.toast')].filter((toast) => {
      const { left, top } = toast.getBoundingClientRect()
      return document.elementFromPoint(left + 4, top + 4)?.closest('.toast')
    }),
  )
  expect(blocked).toEqual([])
  await toasts(page)
    .first()
    .getByRole('button', { name: /^Dismiss/ })
    .click()
  await expect(toasts(page)).toHaveCount(2)
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a press on a toast does not close the dialog that it was raised in', async ({ asUser: page }) => {
  await raise(page, 1)
  const box = (await toasts(page).first().boundingBox())!
  await page.mouse.click(box.x + box.width - 60, box.y + box.height - 4)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(toasts(page)).toHaveCount(1)
  await page.mouse.click(8, 300)
  await expect(page.getByRole('dialog')).toBeHidden()
})
