import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { expectToast, newRequestDialog } from './steps.ts'

/** Presses Tab until the named control has the focus, like a person who watches the focus ring. */
async function tabTo(page: Page, role: string, name: string | RegExp): Promise<void> {
  const matches = (text: string) => (typeof name === 'string' ? text === name : name.test(text))
  const passed: string[] = []
  for (let stop = 0; stop < 80; stop++) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    const snapshot = (await focused.count()) === 1 ? await focused.ariaSnapshot() : ''
    const [, foundRole = '', foundName = ''] = /^- (\w+)(?: "((?:[^"\\]|\\.)*)")?/.exec(snapshot) ?? []
    if (foundRole === role && matches(foundName)) return
    passed.push(`${foundRole} ${foundName}`)
  }
  throw new Error(`Tab never came to ${role} ${String(name)}; it passed:\n${passed.join('\n')}`)
}

test('a request is created, commented and closed without a pointer', async ({ asUser: page }) => {
  const title = `Keyboard only ${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/dashboard')
  await expect(page.getByRole('row')).not.toHaveCount(0)
  await tabTo(page, 'link', 'New RFD Request')
  await page.keyboard.press('Enter')
  const form = newRequestDialog(page)
  await expect(form).toBeVisible()
  await expect(form.getByLabel('Title', { exact: true })).toBeFocused()
  await page.keyboard.type(title)
  await tabTo(page, 'textbox', 'Description')
  await page.keyboard.type('No hand leaves the keys.')
  await tabTo(page, 'combobox', /^Department/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'IT Development' })).toBeVisible()
  await page.keyboard.type('Cyber')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('combobox', { name: 'Department' })).toContainText('Cybersecurity')
  await expect(form.getByRole('combobox', { name: 'Department' })).toBeFocused()
  const due = form.getByLabel(/^due date/i)
  while (!(await due.evaluate((field) => field === document.activeElement))) await page.keyboard.press('Tab')
  // The same date whether the browser expects day or month first.
  await page.keyboard.type('05052031')
  await expect(due).toHaveValue('2031-05-05')
  await tabTo(page, 'button', 'Submit Request')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Success', 'RFD request created successfully')
  await expect(form).toBeHidden()

  await tabTo(page, 'link', title)
  await page.keyboard.press('Enter')
  const details = page.getByRole('dialog', { name: title })
  await expect(details).toBeVisible()
  await tabTo(page, 'button', 'Add Comment')
  await page.keyboard.press('Enter')
  await expect(details.getByLabel('Your comment')).toBeFocused()
  await page.keyboard.type('Typed, tabbed, sent.')
  await tabTo(page, 'button', 'Add Comment')
  await page.keyboard.press('Space')
  await expect(details.getByRole('list', { name: 'Comments' })).toContainText('Typed, tabbed, sent.')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  // Of its two links, in "Your open requests" and in the list, Tab came to the first.
  await expect(page.getByRole('link', { name: title }).first()).toBeFocused()
})

test('a control that goes away by being pressed hands the focus to what is next to it', async ({ asManager: page }) => {
  await page.goto('/requests?status=rejected&priority=low,medium,high,critical&search=e')
  const showing = page.getByText(/^Showing/)
  await expect(showing).toBeVisible()
  await page.getByRole('button', { name: /^Remove filter Priority/ }).press('Enter')
  await expect(page.getByRole('searchbox')).toBeFocused()

  await page.goto('/requests?status=in_progress&page=2')
  const next = page.getByRole('button', { name: 'Next' })
  await expect(showing).toContainText('Showing 11')
  while (await next.isEnabled()) {
    const before = await showing.textContent()
    await next.press('Enter')
    await expect(showing).not.toHaveText(before ?? '')
  }
  await expect(page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]')).toBeFocused()

  await page.goto('/requests?search=zzz-nothing&status=rejected')
  await page.getByRole('button', { name: 'Clear all filters' }).press('Enter')
  await expect(showing).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeFocused()

  // The newest request: the second one has no other predecessor.
  await page.getByRole('button', { name: 'View' }).nth(1).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Previous request' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Previous request' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Next request' })).toBeFocused()
})

test('a page that loads late does not take the focus from a person who has moved on', async ({ asManager: page }) => {
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(/\/assets\/AnalyticsPage.*\.js/, async (route) => {
    await arrival
    await route.continue()
  })
  await page.goto('/requests')
  await expect(page.locator('[data-request]').first()).toBeVisible()
  await page.getByRole('link', { name: 'Analytics' }).click()
  await expect(page).toHaveURL(/analytics/)
  const bell = page.getByRole('button', { name: 'Notifications' })
  await bell.focus()
  arrive()
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeFocused()
})

test('the button that opened the profile’s form has the focus when it is saved or left', async ({ asUser: page }) => {
  await page.goto('/profile')
  const edit = page.getByRole('button', { name: 'Edit Profile' })
  for (const leave of ['Save Changes', 'Cancel']) {
    await edit.press('Enter')
    await expect(page.getByLabel('First name')).toBeFocused()
    await page.getByRole('button', { name: leave }).press('Enter')
    await expect(edit).toBeFocused()
  }
})

test('the focus ring of a tab leaves its words free, and they stand in line with the card below', async ({
  asManager: page,
}) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('tab').first()).toBeVisible()
  const { ring, words, line } = await page.evaluate(() => {
    const tab = document.querySelector('[role=tab]')!
    const text = document.createRange()
    text.selectNodeContents(tab)
    const card = document.querySelector('[role=tabpanel] .card')!
    return {
      ring: tab.getBoundingClientRect().left,
      words: text.getBoundingClientRect().left,
      line: card.getBoundingClientRect().left,
    }
  })
  expect(words - ring).toBeGreaterThanOrEqual(4)
  expect(Math.abs(words - line)).toBeLessThan(1)
})
