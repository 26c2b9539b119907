import type { Locator } from '@playwright/test'
import { expect, test } from './test.ts'
import { expectToast } from './steps.ts'

test.afterEach(async ({ office }) => {
  const { token } = await office.signIn('admin')
  const res = await fetch(`${office.url}/api/settings/estimates`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ estimateDays: 'calendar' }),
  })
  expect(res.status).toBe(200)
})

test('an administrator has estimates count working days, and the next one says so', async ({
  asAdmin: page,
  open,
  office,
}) => {
  const request = await office.createRequest(await office.signIn('user'))
  const manager = await open('manager')
  await manager.goto(`/requests/${request.id}?tab=ai`)
  await manager.getByRole('button', { name: 'Run AI Analysis' }).click()
  await expect(manager.getByText(/^(Half of such requests take|Comparable requests took) .*\d days/)).toBeVisible()

  await page.goto('/settings')
  await page.getByRole('main').getByRole('link', { name: 'Estimates' }).click()
  const save = page.getByRole('button', { name: 'Save settings' })
  await expect(page.getByLabel('Calendar days')).toBeChecked()
  await expect(save).toBeDisabled()
  await page.getByLabel('Calendar days').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel('Working days')).toBeChecked()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Calendar days')).toBeChecked()
  await page.getByLabel('Working days').check()
  await save.click()
  await expectToast(page, 'Settings saved')
  // The pointer is still on the button.
  await save.hover({ force: true })
  await expect(save).toBeDisabled()
  const discard = page.getByRole('button', { name: 'Discard' })
  const colourOf = (button: Locator) => button.evaluate((each) => getComputedStyle(each).backgroundColor)
  // Both fade to it.
  await expect(async () => expect(await colourOf(save)).toBe(await colourOf(discard))).toPass()
  await page.reload()
  await expect(page.getByLabel('Working days')).toBeChecked()

  await manager.getByRole('button', { name: 'Re-analyze' }).click()
  await expect(
    manager.getByText(/^(Half of such requests take|Comparable requests took) .*\d working days/),
  ).toBeVisible()
  // If the comparable requests differ too much, only the range has a text.
  await expect(manager.locator('svg.analysis-range')).toHaveAttribute('aria-label', /working days/)
})

test('a user who may not manage settings sees no control', async ({ asManager: page }) => {
  await page.goto('/settings/estimates')
  await expect(page.getByText('Administrator privileges are needed to change settings.')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
})
