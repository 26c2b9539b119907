import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessibleAt } from './axe.ts'
import { accept, fillIn, inviteOnScreen, newcomer, NEW_PASSWORD } from './people.ts'
import { rowOf } from './steps.ts'
import { expect, failedWith, test } from './test.ts'

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
  await expect(page.getByRole('combobox', { name: 'Department' })).toBeFocused()
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
    'sep=,',
    'Name,Kennung,Mail,Role,Department',
    `${one.name},${one.username},${one.email},user,Ports`,
    `=HYPERLINK(1),${other.username},${other.email},user,`,
    `Taken,manager,taken@office.example,user,`,
  ].join('\n')
  await page.goto('/team/users')
  await page.getByRole('link', { name: 'Import from CSV' }).click()
  await expectAccessibleAt(page, 390, 1366)
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByRole('heading', { name: 'Say which column is which' })).toBeFocused()
  await expectAccessibleAt(page, 390, 1366)
  await choose(page, 'Username', 'Kennung')
  await expect(page.getByRole('heading', { name: 'Nobody can be invited' })).toBeVisible()
  await choose(page, 'Ports', 'Operations')
  await expect(page.getByRole('heading', { name: '1 person will be invited, 2 left out' })).toBeVisible()
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
  await page.getByRole('button', { name: 'Import another file' }).click()
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeFocused()
})

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
