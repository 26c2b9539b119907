import type { Page } from '@playwright/test'
import type { Role } from '../../shared/roles.ts'
import { expectAccessibleAt } from './axe.ts'
import type { Office } from './office.ts'
import { choose, expectToast } from './steps.ts'
import { expect, failedWith, test } from './test.ts'
import { walk } from './walk.ts'

/** Creates a custom role through the API. */
async function makeRole(office: Office, name: string, permissions: string[]): Promise<Role> {
  const { token } = await office.signIn('admin')
  const res = await fetch(`${office.url}/api/roles`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ name, permissions }),
  })
  return (await res.json()) as Role
}

async function changeRole(office: Office, { id, version }: Role, permissions: string[]): Promise<void> {
  const { token } = await office.signIn('admin')
  await fetch(`${office.url}/api/roles/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ permissions, version }),
  })
}

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

test('the page of roles lists Administrator, Manager and User, each with Edit Permissions', async ({
  asAdmin: page,
}) => {
  await page.goto('/team')
  await page.getByRole('main').getByRole('link', { name: 'Role Permissions' }).click()
  for (const [name, path] of [
    ['Administrator', 'administrator'],
    ['Manager', 'manager'],
    ['User', 'user'],
  ]) {
    await page.getByRole('link', { name: `Edit Permissions: ${name}` }).click()
    await expect(page).toHaveURL(`/team/roles/${path}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.getByRole('link', { name: 'Role Permissions' }).click()
  }
  const duties = page.getByRole('region', { name: 'Conflicting duties' })
  await expect(duties.getByText('Submits requests and completes them')).toBeVisible()
  await expect(duties.getByRole('link', { name: 'Manager' })).toBeVisible()
  await expectAccessibleAt(page, 1366, 390)
})

const BOXES = [
  'Submit requests',
  'Cancel their own requests',
  'Edit requests',
  'Assign requests',
  'Cancel anybody’s requests',
  'See every request',
  'Add comments',
  'Internal comments',
  'Upload documents',
  'Delete documents',
  'Classify requests',
  'Estimate processing times',
  'Ask the assistant',
  'Analyze the backlog',
  'Read documents with AI',
  'See the dashboard’s figures',
  'See analytics',
  'Export requests',
  'Schedule reports',
  'Manage people',
  'Manage roles',
  'Change settings',
  'Manage backups',
  'Read the audit log',
].map((title) => `checkbox ${title}`)

const tabTo = (page: Page, name: string) => walk(page, 'Tab', (stop) => stop === name)

test('a role is made with the keyboard alone', async ({ asAdmin: page }) => {
  await page.goto('/team/roles')
  await expect(page.getByRole('link', { name: 'Edit Permissions: User' })).toBeVisible()
  expect(await tabTo(page, 'link Skip to content')).toEqual([])
  await page.keyboard.press('Enter')
  expect(await tabTo(page, 'link New role')).toEqual(['link Team Management'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'New role' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Create role' })).toBeVisible()
  const fields = ['textbox Name', 'textbox Description', 'combobox Start from a copy']
  expect(await tabTo(page, 'button Create role')).toEqual([...fields, ...BOXES])
  await page.keyboard.press('Enter')
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Front Desk')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Takes requests at the counter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Start from a copy' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('User')
  await page.keyboard.press('Enter')
  await expect(box(page, 'Submit requests')).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(box(page, 'Submit requests')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(box(page, 'Submit requests')).not.toBeChecked()
  await page.keyboard.press('Space')
  expect(await tabTo(page, 'button Create role')).toEqual([...BOXES.slice(1), 'button Discard'])
  await page.keyboard.press('Enter')
  await expectToast(page, 'Role created')
  await expect(page).toHaveURL('/team/roles/front-desk')
  await expect(page.getByRole('heading', { level: 1, name: 'Front Desk' })).toBeFocused()
  await expect(box(page, 'Submit requests')).toBeChecked()
  await expect(box(page, 'Edit requests')).not.toBeChecked()
})

test('before a role is saved the page says who gains and loses what', async ({ asAdmin: page, office }) => {
  await page.goto('/team/roles/manager')
  await box(page, 'Analyze the backlog').uncheck()
  await box(page, 'Read the audit log').check()
  await box(page, 'Change settings').check()
  await page.getByRole('button', { name: 'Review and save' }).click()
  const preview = page.getByRole('dialog', { name: 'Save changes of Manager?' })
  await expect(preview.getByRole('list', { name: /people will be able to$/ }).getByRole('listitem')).toHaveText([
    /Read the audit log/,
    /Change settings/,
  ])
  // The number of managers depends on other tests.
  await expect(preview.getByRole('list', { name: /people will no longer be able to$/ })).toContainText(
    'Analyze the backlog',
  )
  await expect(preview.getByText('Changes settings and reads the audit log.')).toBeVisible()
  await expect(preview.getByText('Samuel Adeyemi')).toBeVisible()
  await expectAccessibleAt(page, 1366, 390)
  await preview.getByRole('button', { name: 'Continue editing' }).click()
  await page.getByRole('button', { name: 'Discard' }).first().click()
  await expect(box(page, 'Analyze the backlog')).toBeChecked()
  const { user } = await office.signIn('manager')
  expect(user.permissions).toContain('ai.batch')
})

test('what is not saved is kept as a draft, and is saved on top of what somebody else changed meanwhile', async ({
  asAdmin: page,
  office,
  expected,
}) => {
  expected.push(failedWith(409))
  const role = await makeRole(office, 'Night Shift', ['requests.create', 'comments.create'])
  await page.goto(`/team/roles/${role.id}`)
  await box(page, 'Add comments').uncheck()
  await expect(page.getByText('Draft saved at')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Draft restored')).toBeVisible()
  await expect(box(page, 'Add comments')).not.toBeChecked()
  await changeRole(office, role, ['requests.create', 'comments.create', 'ai.estimate'])
  await page.getByRole('button', { name: 'Review and save' }).click()
  await page.getByRole('button', { name: 'Save permissions' }).click()
  await expect(page.getByRole('alert')).toContainText('They added “Estimate processing times”')
  await expect(box(page, 'Estimate processing times')).toBeChecked()
  await expect(box(page, 'Add comments')).not.toBeChecked()
  await page.getByRole('button', { name: 'Review and save' }).click()
  await page.getByRole('button', { name: 'Save permissions' }).click()
  await expectToast(page, 'Role saved')
  await page.reload()
  await expect(box(page, 'Estimate processing times')).toBeChecked()
  await expect(box(page, 'Add comments')).not.toBeChecked()
})

test('a name that another role has is named at its field', async ({ asAdmin: page, expected }) => {
  expected.push(failedWith(400))
  await page.goto('/team/roles/new')
  await page.getByLabel('Name', { exact: true }).fill('manager')
  await choose(page, 'Start from a copy', 'User')
  await page.getByRole('button', { name: 'Create role' }).click()
  await expect(page.getByText('The role Manager has this name, or one that looks the same.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expectAccessibleAt(page, 1366, 390)
})

test('a role of the office’s own can be deleted, a built-in one cannot', async ({ asAdmin: page, office }) => {
  const role = await makeRole(office, 'Archive', [])
  await page.goto('/team/roles/user')
  await expect(page.getByRole('button', { name: 'Review and save' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete role' })).toHaveCount(0)
  await page.goto(`/team/roles/${role.id}`)
  await page.getByRole('button', { name: 'Delete role' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Archive?' })
  await expect(dialog.getByText('Nobody has this role.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete role' }).click()
  await expectToast(page, 'Role deleted')
  await expect(page).toHaveURL('/team/roles')
  await expect(page.getByRole('link', { name: 'Edit Permissions: Archive' })).toHaveCount(0)
})

test('Administrator can be read and says why nobody changes it', async ({ asAdmin: page }) => {
  await page.goto('/team/roles/administrator')
  await expect(page.getByText('This role always has every permission')).toBeVisible()
  await expect(box(page, 'Manage roles')).toBeChecked()
  await expect(box(page, 'Manage roles')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Review and save' })).toHaveCount(0)
  await expectAccessibleAt(page, 1366, 390)
})

test('roles are restricted to administrators', async ({ asUser, asManager }) => {
  for (const page of [asUser, asManager]) {
    for (const path of ['/team/roles', '/team/roles/manager', '/team/roles/new']) {
      await page.goto(path)
      await expect(page.getByText('Access restricted')).toBeVisible()
      await expect(page.getByRole('checkbox')).toHaveCount(0)
    }
  }
})
