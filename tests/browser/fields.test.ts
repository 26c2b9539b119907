import type { Locator, Page } from '@playwright/test'
import { PASSWORD } from './office.ts'
import { editDialog, newRequestDialog } from './steps.ts'
import { expect, failedWith, test } from './test.ts'

function selectedText(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const field = document.activeElement
    if (!(field instanceof HTMLInputElement)) return undefined
    return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
  })
}

test('username, Tab, password, Enter signs in; a wrong password is selected, to be typed over', async ({
  guest: page,
  expected,
}) => {
  expected.push(failedWith(401))
  await page.goto('/login')
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type('user')
  await page.keyboard.press('Tab')
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  expect(await selectedText(page)).toBe('not the password')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('Tab goes from one password to the next, and a refused one is selected', async ({ asUser: page, expected }) => {
  expected.push(failedWith(400), failedWith(403))
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change Password' }).press('Enter')
  await expect(page.getByLabel('Current password')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Repeat the new password')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Current password')).toBeFocused()
  for (const text of ['not mine', 'a meadow full of larks', 'a meadow full of larks']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await expect(page.getByLabel('Show the passwords')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Repeat the new password')).toHaveAttribute('type', 'text')
  await page.getByLabel('Repeat the new password').press('Enter')
  await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Current password')).toBeFocused()
  expect(await selectedText(page)).toBe('not mine')
})

test('after a refused submission the first wrong field has the focus', async ({
  asManager: page,
  office,
  expected,
}) => {
  expected.push(failedWith(400))
  await page.goto('/dashboard?modal=new-request')
  const form = newRequestDialog(page)
  await form.getByLabel('Title', { exact: true }).fill('Weigh the trucks twice')
  await form.getByLabel('Description', { exact: true }).fill('Once on the way in.')
  await form.getByRole('tab', { name: 'AI Classification' }).click()
  // Department and due date are wrong: the topmost one gets the focus, also from the other tab.
  await form.getByRole('button', { name: 'Submit Request' }).click()
  await expect(form.getByLabel('Due date')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByRole('combobox', { name: 'Department' })).toBeFocused()

  const request = await office.createRequest(await office.signIn('manager'))
  await page.goto(`/requests?edit=${request.id}`)
  const edit = editDialog(page)
  await page.route(`**/api/requests/${request.id}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 400,
          json: {
            error: 'Please check the fields',
            code: 'invalid',
            details: [
              { path: 'dueDate', message: 'It is a holiday' },
              { path: 'title', message: 'It is taken' },
            ],
          },
        })
      : route.fallback(),
  )
  await edit.getByLabel('Title', { exact: true }).fill('Weigh the trucks')
  await edit.getByRole('button', { name: 'Update Request' }).click()
  await expect(edit.getByText('It is a holiday')).toBeVisible()
  await expect(edit.getByLabel('Title', { exact: true })).toBeFocused()

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  for (const name of ['Last name', 'Email']) await page.getByLabel(name).fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Last name')).toBeFocused()
})

test('required fields say so, and the mark is explained', async ({ asManager: page, guest, office }) => {
  const request = await office.createRequest(await office.signIn('manager'))
  const required = async (on: Page | Locator, labels: string[]) => {
    await expect(on.getByText('Fields marked with * are required.')).toBeVisible()
    for (const label of labels) {
      const field = on.getByLabel(label, { exact: true }).and(on.locator('input, textarea, [role=combobox]'))
      await expect(field).toHaveAttribute('aria-required', 'true')
      // The marker is visible, but not part of the accessible name.
      await expect(field).toHaveAccessibleName(new RegExp(`^${label}`))
      const mark = await on
        .locator('label', { hasText: new RegExp(`^${label}$`) })
        .evaluate((text) => getComputedStyle(text, '::after').content)
      expect(mark).toContain('*')
    }
  }
  await guest.goto('/login')
  await required(guest, ['Username', 'Password'])
  await page.goto('/dashboard?modal=new-request')
  await required(newRequestDialog(page), ['Title', 'Description', 'Department', 'Priority', 'Due date'])
  await page.goto(`/requests?edit=${request.id}`)
  await required(editDialog(page), ['Title', 'Description', 'Priority', 'Department', 'Status'])
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await required(page, ['Current password', 'New password', 'Repeat the new password'])
})
