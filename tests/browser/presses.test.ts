import type { Locator, Page } from '@playwright/test'
import { fillNewRequest, newRequestDialog, toasts } from './steps.ts'
import { expect, test } from './test.ts'

// Where things are while and after they move.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Presses and releases at the control's position before the press: a person aims only once. */
async function pressWhereItStands(page: Page, control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded()
  const before = (await control.boundingBox())!
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
  await page.mouse.down()
  // As long as a person takes, who is in no hurry.
  await page.waitForTimeout(200)
  await page.mouse.up()
}

test('the message above Change Password goes while typing, not with the press', async ({ asUser: page }) => {
  const calls: string[] = []
  await page.route('**/api/profile/change-password', (route) => {
    calls.push(route.request().method())
    return route.fulfill({ json: {} })
  })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByLabel('Current password').fill('rfd-demo')
  await page.getByLabel('Repeat the new password').fill('a meadow full of larks')
  const mismatch = page.getByText(/^Password Mismatch/)
  await page.getByLabel('New password', { exact: true }).focus()
  await expect(mismatch).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('a meadow full of larks')
  await expect(mismatch).toBeHidden()
  await pressWhereItStands(page, page.getByRole('button', { name: 'Change Password' }))
  await expect.poll(() => calls).toEqual(['POST'])
})

test('Save Changes and Cancel are pressed although a message comes under the pointer', async ({ asUser: page }) => {
  await page.goto('/profile')
  for (const button of ['Save Changes', 'Cancel']) {
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByLabel('Email').fill('')
    await pressWhereItStands(page, page.getByRole('button', { name: button }))
    if (button === 'Save Changes') {
      await expect(page.getByLabel('Email')).toBeFocused()
      await page.getByRole('button', { name: 'Cancel' }).click()
    }
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  }
})

for (const { role, name } of [
  { role: 'button', name: 'Cancel' },
  { role: 'tab', name: 'AI Classification' },
] as const)
  test(`${name} of the new request is pressed although leaving the title says that it is missing`, async ({
    asUser: page,
  }) => {
    await page.goto('/dashboard?modal=new-request')
    const form = newRequestDialog(page)
    await expect(form.getByLabel('Title', { exact: true })).toBeFocused()
    const control = form.getByRole(role, { name })
    await pressWhereItStands(page, control)
    if (role === 'button') return expect(form).toBeHidden()
    await expect(control).toHaveAttribute('aria-selected', 'true')
    await form.getByRole('tab', { name: 'Request Form' }).click()
    await expect(form.getByText('Title is required')).toBeVisible()
  })

test('the second click on Submit Request does not open what lay under the button', async ({ asUser: page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/dashboard')
  await page.getByRole('region', { name: 'Recent RFD Requests' }).getByRole('link', { name: 'New RFD Request' }).click()
  const form = await fillNewRequest(page, {
    title: 'Print the gate pass twice',
    description: 'The driver keeps one.',
    department: 'Operations',
    dueDate: '2031-03-31',
  })
  const box = (await form.getByRole('button', { name: 'Submit Request' }).boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.up()
  await expect(form).toBeHidden()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(toasts(page)).toHaveCount(1)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('Enter pressed twice on Submit Request does not open an empty form', async ({ asUser: page }) => {
  await page.goto('/dashboard')
  await page.getByRole('region', { name: 'Recent RFD Requests' }).getByRole('link', { name: 'New RFD Request' }).click()
  const form = await fillNewRequest(page, {
    title: 'Print the gate pass twice',
    description: 'The driver keeps one.',
    department: 'Operations',
    dueDate: '2031-03-31',
  })
  await form.getByRole('button', { name: 'Submit Request' }).press('Enter')
  await expect(form).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toHaveCount(1)
  await expect(form).toBeHidden()
})

test('the second click on Edit Request does not close the form that the first one opened', async ({
  asManager: page,
  office,
}) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/dashboard?request=${request.id}`)
  await page.getByRole('button', { name: 'Edit Request' }).dblclick()
  await expect(page.getByRole('dialog', { name: 'Edit RFD Request' }).getByLabel('Title')).toBeVisible()
})
