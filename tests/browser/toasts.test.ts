import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { toasts } from './steps.ts'

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

/** Visible controls whose centre is covered by a toast. */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const within = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.body
    const controls = within.querySelectorAll('a[href], button, input, select, textarea')
    return [...controls].flatMap((control) => {
      if (control.closest('.toasts')) return []
      const { left, top, width, height } = control.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      if (width === 0 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return []
      const on = document.elementFromPoint(x, y)
      return on?.closest('.toasts')
        ? [control.getAttribute('aria-label') ?? control.textContent ?? control.tagName]
        : []
    })
  })
}

for (const width of [1440, 1280, 1024, 390]) {
  test(`three toasts keep no control from being pressed at ${width} pixels`, async ({ asManager: page, office }) => {
    const request = await office.createRequest(await office.signIn('manager'))
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 })
    await page.clock.install()
    const missed: Record<string, string[]> = {}
    const screens = ['/dashboard', '/dashboard?view=ai-analysis', '/requests', '/profile', '/analytics']
    for (const screen of screens) {
      const and = screen.includes('?') ? '&' : '?'
      await page.goto(`${screen}${and}request=${request.id}&tab=comments`)
      await expect(page.getByLabel('Your comment')).toBeVisible()
      await raise(page, 3)
      await expect(toasts(page)).toHaveCount(3)
      await page.clock.runFor(600)
      missed[`${screen} details`] = await coveredControls(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.locator('main h1')).toBeVisible()
      // Toasts choose their position after the screen's figures have loaded.
      await page.waitForLoadState('networkidle')
      await page.clock.runFor(600)
      await expect(toasts(page)).toHaveCount(3)
      missed[screen] = await coveredControls(page)
      const place = (await toasts(page).first().boundingBox())!
      expect(right(place)).toBeGreaterThan(width / 2)
    }
    for (const dialog of [`edit=${request.id}`, 'modal=new-request']) {
      await page.goto(`/dashboard?request=${request.id}&tab=comments`)
      await raise(page, 3)
      await page.evaluate((search) => {
        history.pushState(null, '', `?${search}`)
        dispatchEvent(new PopStateEvent('popstate'))
      }, dialog)
      const opened = page.getByRole('dialog')
      await expect(opened.getByLabel('Title', { exact: true })).toBeVisible()
      // The page's clock is paused, but its animations run: measure the dialog after its animation.
      await opened.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)))
      await page.clock.runFor(600)
      await expect(toasts(page)).toHaveCount(3)
      missed[dialog] = await coveredControls(page)
    }
    expect(Object.entries(missed).filter(([, controls]) => controls.length > 0)).toEqual([])
    // Clicks pass through a toast to the control below; the toast itself can still be dismissed.
    await toasts(page)
      .first()
      .getByRole('button', { name: /^Dismiss/ })
      .click()
    await expect(toasts(page)).toHaveCount(2)
  })
}

for (const width of [1280, 1366, 1440])
  test(`at ${width} px a toast over the details leaves their facts readable`, async ({ asUser: page }) => {
    await page.setViewportSize({ width, height: 768 })
    await raise(page, 1)
    await expect(toasts(page)).toHaveCount(1)
    // Wait for the dialog's animation; the page re-checks four times a second.
    await page
      .getByRole('dialog')
      .evaluate((dialog) => Promise.all(dialog.getAnimations({ subtree: true }).map((animation) => animation.finished)))
    await page.clock.runFor(600)
    const hidden = await page.evaluate(() => {
      const toast = document.querySelector('.toasts')!.getBoundingClientRect()
      const words = document.createRange()
      return [...document.querySelectorAll('[role=dialog] header dd')].flatMap((fact) => {
        words.selectNodeContents(fact)
        const box = words.getBoundingClientRect()
        const isClear =
          box.right <= toast.left || box.left >= toast.right || box.bottom <= toast.top || box.top >= toast.bottom
        return isClear ? [] : [fact.textContent]
      })
    })
    expect(hidden).toEqual([])
  })
