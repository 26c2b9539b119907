import type { Page } from '@playwright/test'
import { editDialog, newRequestDialog, rowOf } from './steps.ts'
import { expect, test } from './test.ts'

/** Floating elements: lists, tooltips and panels. */

async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000)
}

test('a list chooses by letters while it is closed, and forgets them after a second', async ({ asManager: page }) => {
  await page.clock.install()
  await page.goto('/requests')
  const status = page.getByRole('combobox', { name: 'Status' })
  await expect(rowOf(page, 'RFD-').first()).toBeVisible()
  await stopClock(page)
  await status.focus()
  await page.keyboard.press('c')
  await expect(status).toHaveText('Completed')
  await page.keyboard.press('a')
  await expect(status).toHaveText('Cancelled')
  await page.clock.runFor(1000)
  await page.keyboard.press('r')
  await expect(status).toHaveText('Rejected')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(page).toHaveURL(/status=rejected/)
})

test('an open list is walked with the keys, and Escape leaves the choice and the dialog as they were', async ({
  asManager: page,
}) => {
  await page.goto('/dashboard?modal=new-request')
  const dialog = newRequestDialog(page)
  const department = dialog.getByRole('combobox', { name: 'Department' })
  await department.press('ArrowDown')
  const pointed = async (name: string) =>
    expect(department).toHaveAttribute(
      'aria-activedescendant',
      (await page.getByRole('option', { name, exact: true }).getAttribute('id')) ?? 'no such option',
    )
  const names = await page.getByRole('option').allTextContents()
  await pointed(names[0] ?? '')
  await department.press('ArrowUp')
  await pointed(names[0] ?? '')
  await department.press('End')
  await pointed(names.at(-1) ?? '')
  await department.press('Home')
  await department.press('ArrowDown')
  await pointed(names[1] ?? '')
  await department.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await expect(department).toBeFocused()
  await expect(department).toHaveText('Choose a department')
  await department.press(' ')
  await department.press('ArrowDown')
  await department.press('Enter')
  await expect(department).toHaveText(names[1] ?? '')
  await department.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a list opens and closes with the mouse, by pressing and drawing too', async ({ asManager: page }) => {
  await page.goto('/requests')
  const status = page.getByRole('combobox', { name: 'Status' })
  const list = page.getByRole('listbox', { name: 'Status' })
  await status.click()
  await expect(list).toBeVisible()
  await expect(list.getByRole('option', { name: 'All Status', selected: true })).toBeVisible()
  await status.click()
  await expect(list).toHaveCount(0)
  await status.click()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(list).toHaveCount(0)
  await status.hover()
  await page.mouse.down()
  await list.getByRole('option', { name: 'In Progress' }).hover()
  await page.mouse.up()
  await expect(list).toHaveCount(0)
  await expect(status).toHaveText('In Progress')
})

test('a press beside an open list only closes it', async ({ asUser: page }) => {
  await page.goto('/dashboard?modal=new-request')
  const dialog = newRequestDialog(page)
  const list = page.getByRole('listbox')
  const department = dialog.getByRole('combobox', { name: 'Department' })
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  // Once over the button in the footer, once over the page behind the dialog.
  for (const isBehind of [false, true]) {
    await department.click()
    await expect(list).toBeVisible()
    const { x, y, height } = (await cancel.boundingBox())!
    await page.mouse.click(...(isBehind ? ([8, 8] as const) : ([x + 8, y + height / 2] as const)))
    await expect(list).toHaveCount(0)
    await expect(department).toBeFocused()
  }
  await cancel.click()
  await expect(dialog).toBeHidden()
})

test('a list opens with a finger', async ({ browser, office }) => {
  const { token, user } = await office.signIn('manager')
  const origin = { origin: office.url, localStorage: [{ name: 'rfd.token', value: token }] }
  origin.localStorage.push({ name: 'rfd.user', value: JSON.stringify(user) })
  const storageState = { cookies: [], origins: [origin] }
  const context = await browser.newContext({ baseURL: office.url, hasTouch: true, storageState })
  const page = await context.newPage()
  await page.goto('/requests')
  const status = page.getByRole('combobox', { name: 'Status' })
  await status.tap()
  await page.getByRole('option', { name: 'Pending' }).tap()
  await expect(status).toHaveText('Pending')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await context.close()
})

test('a long list stays within the window and shows what is pointed at', async ({ asManager: page }) => {
  await page.setViewportSize({ width: 1024, height: 320 })
  await page.goto('/dashboard?modal=new-request')
  const department = newRequestDialog(page).getByRole('combobox', { name: 'Department' })
  await department.click()
  for (const key of ['End', 'Home']) {
    await department.press(key)
    const option = page.locator('.option.active')
    await expect(option).toBeInViewport({ ratio: 1 })
  }
  const box = await page.getByRole('listbox').boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(0)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(320)
})

test('a neighbour’s tooltip opens at once, after a pause it takes its time again', async ({ asManager: page }) => {
  await page.clock.install()
  await page.goto('/requests')
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: 'Edit' }) })
    .first()
  const [view, edit] = [row.getByRole('button', { name: 'View' }), row.getByRole('button', { name: 'Edit' })]
  await expect(view).toBeVisible()
  await stopClock(page)
  const tip = page.getByRole('tooltip')
  await view.hover()
  await page.clock.runFor(700)
  await expect(tip).toHaveText('View')
  await edit.hover()
  await expect(tip).toHaveText('Edit')
  await page.getByRole('heading', { level: 1 }).hover()
  await page.clock.runFor(200)
  await expect(tip).toHaveCount(0)
  await page.clock.runFor(300)
  await view.hover()
  await page.clock.runFor(650)
  await expect(tip).toHaveCount(0)
  await page.clock.runFor(50)
  await expect(tip).toHaveText('View')
  await tip.hover()
  await page.clock.runFor(1000)
  await expect(tip).toHaveText('View')
  await page.mouse.move(0, 0)
  await page.clock.runFor(200)
  await expect(tip).toHaveCount(0)
})

test('a tooltip that grows while it is read stays above what it is about', async ({ asManager: page }) => {
  await page.goto('/requests')
  const label = page.getByRole('link', { name: 'AI Classified' }).nth(3)
  await label.hover()
  const tip = page.getByRole('tooltip')
  await expect(tip).toContainText(/Priority: |waiting/)
  const [above, below] = [await tip.boundingBox(), await label.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
})

test('Escape closes a tooltip before the dialog it stands in, and a press opens none', async ({
  asManager: page,
  office,
}) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/requests?request=${request.id}`)
  const dialog = page.getByRole('dialog', { name: request.title })
  const close = dialog.getByRole('button', { name: 'Close' }).first()
  await expect(close).toBeVisible()
  await close.focus()
  while (!(await close.evaluate((button) => button.matches(':focus-visible')))) await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toHaveText('Close')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await rowOf(page, request.title).getByRole('button', { name: 'Edit' }).click()
  await expect(editDialog(page)).toBeVisible()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})

test('a dialog opened with Enter shows no tooltip, and one Escape closes it', async ({ asManager: page }) => {
  await page.goto('/ai-assistant')
  const opener = page.getByRole('button', { name: 'What can I ask?' })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'What can I ask?' })
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('a panel takes the focus, keeps a list inside it, and gives the focus back', async ({ asManager: page }) => {
  await page.goto('/requests')
  const button = page.getByRole('button', { name: 'Add filter' })
  await button.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await expect(panel.getByRole('checkbox').first()).toBeFocused()
  const assignee = panel.getByRole('combobox', { name: 'Assigned to' })
  await assignee.click()
  await page.getByRole('option', { name: 'Unassigned' }).click()
  await expect(panel).toBeVisible()
  await expect(page).toHaveURL(/assignedTo=unassigned/)
  await assignee.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await panel.getByRole('button', { name: 'Done' }).click()
  await expect(button).toBeFocused()
  await button.click()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(panel).toBeHidden()
})

test('a panel of joined buttons takes the focus to the chosen one', async ({ asManager: page }) => {
  await page.goto('/requests')
  const theme = page.getByRole('button', { name: /^Theme/ })
  const option = (name: string) => page.getByRole('dialog', { name: 'Theme' }).getByRole('button', { name })
  await theme.press('Enter')
  await expect(option('System')).toBeFocused()
  await option('Dark').press('Enter')
  await page.keyboard.press('Escape')
  await theme.press('Enter')
  await expect(option('Dark')).toBeFocused()
})

test('Tab out of a panel within a dialog goes on behind its button', async ({ asUser: page, office }) => {
  const { id } = await office.createRequest(await office.signIn('user'))
  await page.goto(`/requests?request=${id}`)
  await page.getByRole('button', { name: '1 watching' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Who watches this request' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await expect(page.getByRole('dialog', { name: 'Who watches this request' })).toBeHidden()
})

test('the first screen asks for nothing that only a filter or a dialog needs', async ({ asUser: page }) => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.goto('/requests')
  await expect(rowOf(page, 'RFD-').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(paths).not.toContain('/api/users')
  expect(paths.filter((path) => path.endsWith('.js')).length).toBeLessThan(10)
  await page.getByRole('button', { name: 'Add filter' }).click()
  await expect(page.getByRole('combobox', { name: 'Assigned to' })).toHaveText('Anyone')
  expect(paths).toContain('/api/users')
})

test('opening a dialog does not restyle the page below it', async ({ asManager: page }) => {
  await page.goto('/requests')
  await rowOf(page, 'RFD-').first().getByRole('link').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const [body, main] = await page.evaluate(() =>
    ['body', '#main'].map((part) => getComputedStyle(document.querySelector(part)!).pointerEvents),
  )
  expect([body, main]).toEqual(['none', 'auto'])
  // A style element or an inherited property would restyle it.
  await expect(page.locator('style')).toHaveCount(0)
})
