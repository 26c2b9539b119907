import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'

/** Notices are made in the background, and a page asks for them once a minute. */
const SOON = { timeout: 60_000 }

test('the bell is walked by keyboard alone, from a comment’s notice to its request and back', async ({
  asUser: page,
  office,
}) => {
  const request = await office.createRequest(await office.signIn('user'))
  const { token } = await office.signIn('manager')
  await fetch(`${office.url}/api/requests/${request.id}/comments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ comment: 'We start on Monday.' }),
  })
  await expect(async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: /^Notifications, \d+ unread$/ })).toBeVisible({ timeout: 3000 })
  }).toPass(SOON)
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await bell.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const row = panel.getByRole('listitem').filter({ hasText: request.requestId })
  await expect(row).toContainText('commented on')
  await expect(row).toContainText('We start on Monday.')
  // Only now is the notice of the comment counted, too.
  const before = await bell.getAttribute('aria-label')
  await expectAccessible(page)

  // One stop of Tab for all rows, then the controls of that row, then the foot.
  await page.keyboard.press('ArrowDown')
  await expect(panel.getByRole('listitem').first()).toBeFocused()
  for (const name of ['Mark as read', /^RFD-/, 'Why you got this, and options']) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    await expect(focused).toHaveAccessibleName(name)
  }
  await page.keyboard.press('Enter')
  await expect(panel.getByText(/^Why you got this: you requested it/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bell).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(row).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('We start on Monday.')
  await page.keyboard.press('Escape')
  await expect(bell).toBeFocused()
  await expect(bell).not.toHaveAttribute('aria-label', before!)
})

test('preferences say how many notices they save before they are kept', async ({ asManager: page }) => {
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Notification preferences' }).click()
  const budget = page.getByText(/^With these settings/)
  await expect(budget).toHaveText(
    /^With these settings you would have had [\d,]+ notifications? last week, as many as now\.$/,
  )
  const comments = page.getByRole('checkbox', { name: 'Comments: in the app' })
  const status = page.getByRole('checkbox', { name: 'Status changes: in the app' })
  for (const box of [comments, status]) await box.press('Space')
  await expect(budget).toHaveText(
    /^With these settings you would have had [\d,]+ notifications? last week instead of [\d,]+\.$/,
  )
  await page.getByRole('button', { name: 'Save settings' }).press('Enter')
  await expect(budget).toContainText('as many as now')
  await page.reload()
  await expect(comments).not.toBeChecked()
  for (const box of [comments, status]) await box.press('Space')
  await page.getByRole('button', { name: 'Save settings' }).press('Enter')
  await expect(page.getByText('Settings saved').first()).toBeVisible()
})
