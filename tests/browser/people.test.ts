import type { Locator, Page } from '@playwright/test'
import { expectAccessibleAt } from './axe.ts'
import { accept, inviteOnScreen, newcomer } from './people.ts'
import { choose, expectToast, rowOf } from './steps.ts'
import { expect, failedWith, test } from './test.ts'

async function manage(page: Page, person: { name: string; username: string }): Promise<Locator> {
  await page.goto(`/team/users?search=${person.username}`)
  await rowOf(page, person.username)
    .getByRole('button', { name: `Manage ${person.name}` })
    .click()
  const dialog = page.getByRole('dialog', { name: person.name })
  await expect(dialog).toBeVisible()
  return dialog
}

test('an account is edited, signed out, deactivated with its requests handed over, and reactivated', async ({
  asAdmin: page,
  guest,
  office,
  expected,
}) => {
  expected.push(failedWith(401))
  const person = newcomer('Lena Volk')
  await accept(guest, await inviteOnScreen(page, person))
  const dialog = await manage(page, person)
  await dialog.getByLabel('Last name').fill('')
  await choose(dialog, 'Role', 'Manager')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Account updated')
  const lena = page.getByRole('dialog', { name: 'Lena' })
  await expect(lena).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rowOf(page, person.username)).toContainText('Manager')

  const manager = await office.signIn('manager')
  const request = await office.createRequest(manager)
  const people = await page.evaluate(async (username) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('rfd.token')}` }
    return (await (await fetch(`/api/people?search=${username}`, { headers })).json()) as { people: { id: string }[] }
  }, person.username)
  await office.editRequest(manager, request.id, { assignedToId: people.people[0]!.id })

  await manage(page, { ...person, name: 'Lena' })
  // Counts assigned requests only; the open requests on their own dashboard are those that they created.
  await expect(lena.getByText('Assigned and open')).toBeVisible()
  await lena.getByRole('button', { name: 'Deactivate…' }).click()
  await choose(lena, 'Who takes over 1 open request?', 'Nadia Osei')
  await lena.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expectToast(page, 'Account deactivated', '1 open request handed over.')
  await page.goto(`/requests?request=${request.id}`)
  await expect(page.getByRole('dialog')).toContainText('Nadia Osei')

  await guest.goto('/profile')
  await expect(guest).toHaveURL(/\/login/)
  await manage(page, { ...person, name: 'Lena' })
  await lena.getByRole('button', { name: 'Reactivate' }).click()
  await expectToast(page, 'Account reactivated')
})

test('an account that is closed half-edited keeps the text as a draft', async ({ asAdmin: page }) => {
  const dialog = await manage(page, { name: 'Nadia Osei', username: 'nadia' })
  const lastName = dialog.getByLabel('Last name')
  await lastName.fill('Osei-Stone')
  await expect(dialog.getByText(/^Draft saved at /)).toBeVisible()
  await page.keyboard.press('Escape')
  await expectToast(page, 'Your changes are kept as a draft', 'The account of Nadia Osei is unchanged.')
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await expect(lastName).toHaveValue('Osei-Stone')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(lastName).toHaveValue('Osei')
})

test('a password link is shown once, and an invitation can be withdrawn', async ({ asAdmin: page, guest }) => {
  const person = newcomer('Otto Klein')
  const link = await inviteOnScreen(page, person)
  const dialog = await manage(page, person)
  await dialog.getByRole('button', { name: 'New invitation link' }).click()
  const second = await dialog.getByRole('textbox', { name: 'Invitation link' }).inputValue()
  expect(second).not.toBe(link)
  const note = await dialog.locator('.note').boundingBox()
  const form = await dialog.locator('form').boundingBox()
  expect(form!.y - note!.y - note!.height).toBeCloseTo(16, 0)
  await accept(guest, second)

  const account = await manage(page, person)
  await account.getByRole('button', { name: 'Create password link' }).click()
  await expect(account.getByRole('textbox', { name: 'Password link' })).toHaveValue(/\/new-password#[\w-]{43}$/)

  const other = newcomer('Paul Gone')
  await inviteOnScreen(page, other)
  const invited = await manage(page, other)
  await invited.getByRole('button', { name: 'Withdraw invitation…' }).click()
  await invited.getByRole('button', { name: 'Withdraw invitation', exact: true }).click()
  await expectToast(page, 'Invitation withdrawn')
  await expect(page.getByText('Nobody found')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeFocused()
})

test('people are found, narrowed and sorted; all of it is in the address', async ({ asAdmin: page }) => {
  await page.goto('/team/users')
  await page.getByRole('searchbox', { name: 'Search people' }).fill('nadia')
  await expect(page).toHaveURL(/search=nadia/)
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await choose(page, 'Role', 'Administrator')
  await expect(rowOf(page, 'Grace Mensah')).toBeVisible()
  await expect(page).toHaveURL(/role=admin/)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Username' }).click()
  await expect(page).toHaveURL(/sort=username/)
  await expect(page.getByRole('columnheader', { name: 'Username' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
})

test('the dialog of an account gives the focus back, however late the account comes', async ({ asAdmin: page }) => {
  await page.route('**/api/people/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.goto('/team/users?search=nadia')
  const opener = page.getByRole('button', { name: 'Manage Nadia Osei' })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Nadia Osei' })
  await dialog.getByRole('button', { name: 'Deactivate…' }).press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Deactivate Nadia Osei?' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('one’s own role and address are not one’s own to change', async ({ asAdmin: page }) => {
  const dialog = await manage(page, { name: 'Grace Mensah', username: 'admin' })
  await expect(dialog.getByRole('combobox', { name: 'Role' })).toBeDisabled()
  await expect(dialog.getByLabel('Email')).not.toBeEditable()
  await expect(dialog.getByRole('button', { name: 'Deactivate…' })).toHaveCount(0)
})

test('the people are restricted for everybody without the permission', async ({ asManager, asUser }) => {
  for (const page of [asManager, asUser]) {
    for (const path of ['/team/users', '/team/add-user']) {
      await page.goto(path)
      await expect(page.getByText('Access restricted')).toBeVisible()
      await expect(page.getByRole('table')).toHaveCount(0)
    }
  }
})

test('the list of people and an account are accessible from a phone to a wide screen', async ({ asAdmin: page }) => {
  await manage(page, { name: 'Grace Mensah', username: 'admin' })
  await expectAccessibleAt(page, 390, 1366)
  await page.goto('/team/users')
  await expect(page.getByRole('button', { name: 'Manage Awa Ndoye' })).toBeVisible()
  await expectAccessibleAt(page, 390, 1366)
})
