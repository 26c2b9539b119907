import { readFile } from 'node:fs/promises'
import { type Locator, type Page } from '@playwright/test'
import { expectAccessibleAt } from './axe.ts'
import { choose, expectToast, rowOf } from './steps.ts'
import { expect, failedWith, test } from './test.ts'

const NEW_PASSWORD = 'tractor-violin-92'
let made = 0

/** A person that no other test of this file has invited. */
function newcomer(name = 'Eva Stone') {
  const username = `newcomer${++made}${String.fromCharCode(97 + (made % 26))}z`
  return { name, username, email: `${username}@office.example` }
}

async function fillIn(page: Page, { name, username, email }: ReturnType<typeof newcomer>): Promise<void> {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(email)
}

/** Invites a person on the screen. @returns the link */
async function inviteOnScreen(page: Page, person: ReturnType<typeof newcomer>): Promise<string> {
  await page.goto('/team/add-user')
  await fillIn(page, person)
  await page.getByRole('button', { name: 'Create invitation' }).click()
  const link = page.getByRole('textbox', { name: 'Invitation link' })
  await expect(link).toHaveValue(/\/invitation#[\w-]{43}$/)
  return link.inputValue()
}

async function manage(page: Page, person: { name: string; username: string }): Promise<Locator> {
  await page.goto(`/team/users?search=${person.username}`)
  await rowOf(page, person.username)
    .getByRole('button', { name: `Manage ${person.name}` })
    .click()
  const dialog = page.getByRole('dialog', { name: person.name })
  await expect(dialog).toBeVisible()
  return dialog
}

async function accept(guest: Page, link: string): Promise<void> {
  await guest.goto(link)
  await guest.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await guest.getByRole('button', { name: 'Save password and sign in' }).click()
  await expect(guest.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}

test('a person is invited, opens the link elsewhere, chooses a password and signs in', async ({
  asAdmin,
  guest,
  expected,
}) => {
  expected.push(failedWith(400), failedWith(409))
  const eva = newcomer('Eva Maria Stone')
  const link = await inviteOnScreen(asAdmin, eva)
  await asAdmin.goto('/team/users?state=invited')
  await expect(rowOf(asAdmin, eva.username)).toContainText('Invited until')

  await guest.goto(link)
  await expect(guest.getByText('Welcome, Eva Maria. Choose a password for your account.')).toBeVisible()
  await guest.getByLabel('Password', { exact: true }).fill('123456')
  await guest.getByRole('button', { name: 'Save password and sign in' }).click()
  await expect(guest.getByLabel('Password', { exact: true })).toBeFocused()
  await accept(guest, link)
  await expect(guest.getByText('Eva Maria Stone')).toBeVisible()
  expect(guest.url()).not.toContain('#')

  await guest.getByRole('button', { name: 'Sign Out' }).click()
  await guest.getByLabel('Username').fill(eva.username.toUpperCase())
  await guest.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await guest.getByRole('button', { name: 'Sign In' }).click()
  await expect(guest.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await guest.getByRole('button', { name: 'Sign Out' }).click()
  await guest.goto(link)
  await expect(guest.getByRole('alert')).toContainText('This link has been used already.')
})

test('whoever opens a link while signed in as another is told, and can go on with it', async ({
  asAdmin,
  asUser,
  expected,
}) => {
  expected.push(failedWith(409))
  const link = await inviteOnScreen(asAdmin, newcomer('Ivan Petrov'))
  await asUser.goto(link)
  await expect(asUser.getByText('This link is for Ivan Petrov')).toBeVisible()
  await asUser.getByRole('button', { name: 'Sign out and continue' }).click()
  await accept(asUser, link)
  await expect(asUser.getByText('Ivan Petrov')).toBeVisible()
})

test('the secret of a link reaches neither the server’s addresses nor a referrer', async ({ asAdmin, guest }) => {
  const link = await inviteOnScreen(asAdmin, newcomer())
  const secret = link.split('#')[1]!
  const seen: string[] = []
  guest.on('request', (req) => seen.push(req.url(), req.headers()['referer'] ?? ''))
  const answer = await guest.goto(link)
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
  await expect(guest.getByLabel('Password', { exact: true })).toBeVisible()
  expect(seen.filter((text) => text.replace(/#.*$/, '').includes(secret))).toEqual([])
})

test('inviting a person needs nothing but the keyboard', async ({ asAdmin: page }) => {
  const person = newcomer('Keyla Board')
  await page.goto('/team/add-user')
  await expect(page.getByLabel('Full name')).toBeFocused()
  await page.keyboard.type(person.name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(person.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(person.email)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Role' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('man')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Invitation link' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused()
  await page.goto(`/team/users?search=${person.username}`)
  await expect(rowOf(page, person.username)).toContainText('Manager')
})

test('a mistake in an invitation is named at its field', async ({ asAdmin: page, expected }) => {
  expected.push(failedWith(409))
  await page.goto('/team/add-user')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await expect(page.getByLabel('Full name')).toBeFocused()
  await expect(page.getByText('Full name is required')).toBeVisible()
  await fillIn(page, { ...newcomer(), username: 'Mаnager' })
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await expect(page.getByText('Another account has this username, or one that looks like it.')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
})

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
  await accept(guest, second)

  const account = await manage(page, person)
  await account.getByRole('button', { name: 'Create password link' }).click()
  await expect(account.getByRole('textbox', { name: 'Password link' })).toHaveValue(/\/new-password#[\w-]{43}$/)

  const other = newcomer('Paul Gone')
  await inviteOnScreen(page, other)
  const invited = await manage(page, other)
  await invited.getByRole('button', { name: 'Withdraw invitation' }).click()
  await expectToast(page, 'Invitation withdrawn')
  await expect(page.getByText('Nobody found')).toBeVisible()
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

test('an invitation is accessible on both sides', async ({ asAdmin: page, guest }) => {
  const link = await inviteOnScreen(page, newcomer('Axe Test'))
  await expectAccessibleAt(page, 390, 1366)
  await guest.goto(link)
  await expect(guest.getByLabel('Password', { exact: true })).toBeVisible()
  await expectAccessibleAt(guest, 390, 1366)
})

test('a file of people is looked at before anybody is invited, and its links are downloaded', async ({
  asAdmin: page,
  guest,
}) => {
  const [one, other] = [newcomer('Imported One'), newcomer('Imported Two')]
  const csv = [
    'full name,username,email,role,department',
    `${one.name},${one.username},${one.email},user,Operations`,
    `=HYPERLINK(1),${other.username},${other.email},user,`,
    `Taken,manager,taken@office.example,user,`,
  ].join('\n')
  await page.goto('/team/users')
  await page.getByRole('link', { name: 'Import from CSV' }).click()
  await expectAccessibleAt(page, 390, 1366)
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByRole('heading', { name: '1 person will be invited, 2 left out' })).toBeFocused()
  await expect(rowOf(page, 'Taken')).toContainText('Another account has this username, or one that looks like it.')
  await expectAccessibleAt(page, 390, 1366)
  await page.getByRole('button', { name: 'Invite 1 person' }).click()
  await expect(page.getByRole('heading', { name: '1 person invited' })).toBeFocused()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download links as CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  const link = /https?:\S+?\/invitation#[\w-]+/.exec(text)?.[0]
  await accept(guest, link!)
  await expect(guest.getByText('Imported One')).toBeVisible()
})
