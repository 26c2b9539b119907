import type { Page } from '@playwright/test'
import { expectAccessibleAt } from './axe.ts'
import { choose, expectToast, newRequestDialog } from './steps.ts'
import { expect, failedWith, test } from './test.ts'

const office = (page: Page) => page.getByRole('form', { name: 'Office' })
const departments = (page: Page) => page.getByRole('list', { name: 'Departments' })
const namesIn = async (page: Page) =>
  (
    await departments(page)
      .getByRole('button', { name: /^Rename / })
      .all()
  ).length === 0
    ? []
    : departments(page).locator('li .medium').allTextContents()

test('the office’s name and time zone apply at once, and before sign-in', async ({ asAdmin: page, guest }) => {
  await page.goto('/settings')
  await page.getByRole('main').getByRole('link', { name: 'General' }).click()
  const name = office(page).getByLabel('Office name')
  const zone = office(page).getByLabel('Time zone')
  const save = office(page).getByRole('button', { name: 'Save settings' })
  await expect(name).toHaveValue('Customs Trade System Programme')
  await zone.fill('Asia/Atlantis')
  await save.click()
  await expect(office(page).getByText('There is no such time zone')).toBeVisible()
  await expect(zone).toBeFocused()
  await zone.fill('Asia/Dhaka')
  await expect(office(page).getByText(/^It is \d\d:\d\d on .* there\./)).toBeVisible()
  await name.fill('Chattogram <Customs> & Ports')
  await office(page).getByLabel('Sunday').check()
  await office(page).getByLabel('Friday').uncheck()
  await save.click()
  await expectToast(page, 'Settings saved')
  await expect(save).toBeDisabled()
  await page.goto('/dashboard')
  await expect(page.getByRole('main').getByText('Chattogram <Customs> & Ports')).toBeVisible()
  await guest.goto('/login')
  await expect(guest.getByText('Chattogram <Customs> & Ports')).toBeVisible()

  await page.goto('/settings/general')
  await expect(zone).toHaveValue('Asia/Dhaka')
  await expect(office(page).getByLabel('Sunday')).toBeChecked()
  await name.fill('Customs Trade System Programme')
  await zone.fill('UTC')
  await office(page).getByLabel('Sunday').uncheck()
  await office(page).getByLabel('Friday').check()
  await save.click()
  await expect(save).toBeDisabled()
})

test('the second of two concurrent savers is told, and keeps the typed text', async ({ open, expected }) => {
  expected.push(/409/)
  const [first, second] = [await open('admin'), await open('admin')]
  for (const page of [first, second]) await page.goto('/settings/general')
  await second.getByLabel('Initial review').fill('2 working days')
  await first.getByLabel('Implementation').fill('a month')
  const times = (page: Page) => page.getByRole('form', { name: 'Published processing times' })
  await times(first).getByRole('button', { name: 'Save settings' }).click()
  await expectToast(first, 'Settings saved')
  await times(second).getByRole('button', { name: 'Save settings' }).click()
  await expectToast(second, 'Somebody else has changed these settings')
  await expect(second.getByLabel('Initial review')).toHaveValue('2 working days')
  await expect(second.getByLabel('Implementation')).toHaveValue('a month')
  await times(second).getByRole('button', { name: 'Save settings' }).click()
  await expectToast(second, 'Settings saved')
  await first.goto('/ai-assistant')
  await first.goto('/settings/general')
  await expect(first.getByLabel('Initial review')).toHaveValue('2 working days')
})

test('holidays are added one by one or pasted, and removed', async ({ asAdmin: page }) => {
  await page.goto('/settings/general')
  const card = page.getByRole('region', { name: 'Holidays', exact: true }).first()
  await page.getByRole('button', { name: 'Add holiday' }).click()
  await expect(page.getByText('Date is required')).toBeVisible()
  await expect(page.getByLabel('Date', { exact: true })).toBeFocused()
  await page.getByLabel('Date', { exact: true }).fill('2031-12-25')
  await page.getByRole('form', { name: 'Add a holiday' }).getByLabel('Name').fill('Christmas Day')
  await page.getByRole('button', { name: 'Add holiday' }).click()
  await expect(card.getByRole('cell', { name: 'Christmas Day', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Paste several' }).click()
  const field = page.getByLabel('Holidays, one on each line')
  await expect(field).toBeFocused()
  await field.fill('2031-03-26 Independence Day\nsomething else\n01.05.2031 May Day')
  await expect(page.getByText('Not a date with a name: line 2')).toBeVisible()
  await page.getByRole('button', { name: 'Add holidays' }).click()
  await expect(field).toBeFocused()
  await field.fill('2031-03-26 Independence Day\n01.05.2031 May Day')
  await page.getByRole('button', { name: 'Add 2 holidays' }).click()
  await expect(card.getByRole('row')).toHaveCount(4)
  for (const name of ['Independence Day', 'May Day', 'Christmas Day']) {
    await page.getByRole('button', { name: new RegExp(`^Remove ${name}`) }).click()
    await expect(page.getByRole('cell', { name, exact: true })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Holidays' })).toBeFocused()
  }
})

test('a department is added, renamed, moved with the keyboard, and retired with its open requests', async ({
  asAdmin: page,
  office: server,
  expected,
}) => {
  expected.push(failedWith(400))
  const admin = await server.signIn('admin')
  await page.goto('/settings/general')
  await page.getByLabel('New department').fill('operations')
  await page.getByRole('button', { name: 'Add department' }).click()
  await expect(page.getByText('There is already Operations.')).toBeVisible()
  await page.getByLabel('New department').fill('Legal')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Legal has been added')
  await expect(page.getByLabel('New department')).toBeFocused()

  await page.getByRole('button', { name: 'Rename Legal' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Legal Affairs')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Legal is now called Legal Affairs')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const up = page.getByRole('button', { name: 'Move Legal Affairs up' })
  await up.focus()
  // As when tabbing there: the same key right after a dialog has closed is taken for a second press.
  await page.keyboard.press('Shift')
  for (let place = 5; place >= 1; place--) {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: `Legal Affairs is now ${place} of 6` })).toHaveCount(1)
    await expect(
      departments(page)
        .getByRole('listitem')
        .nth(place - 1),
    ).toContainText('Legal Affairs')
    await expect(place > 1 ? up : page.getByRole('button', { name: 'Move Legal Affairs down' })).toBeFocused()
  }
  await expect.poll(async () => (await namesIn(page))[0]).toBe('Legal Affairs')

  const { requestId, title } = await server.createRequest(admin, { department: 'legal' })
  await page.goto('/requests')
  await expect(page.getByRole('row').filter({ hasText: requestId })).toContainText('Legal Affairs')
  await page.goto('/settings/general')
  await page.getByRole('button', { name: 'Retire Legal Affairs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Retire Legal Affairs' })
  await choose(dialog, 'Successor', 'Compliance')
  await expect(dialog.getByLabel('What happens to its open request?')).toContainText('Move to Compliance')
  await dialog.getByRole('button', { name: 'Retire department' }).click()
  await expectToast(page, 'Legal Affairs has been retired')
  const retired = departments(page).getByRole('listitem').first()
  await expect(retired).toContainText('Retired, followed by Compliance. 0 requests, 0 open', { timeout: 300_000 })
  await page.goto(`/requests?search=${encodeURIComponent(title)}`)
  await expect(page.getByRole('row').filter({ hasText: requestId })).toContainText('Compliance')
  await page.goto('/dashboard?modal=new-request')
  await newRequestDialog(page).getByLabel('Department').click()
  await expect(page.getByRole('option', { name: 'Compliance' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Legal Affairs' })).toHaveCount(0)

  await page.goto('/settings/general')
  await page.getByRole('button', { name: 'Bring back Legal Affairs' }).click()
  await expectToast(page, 'Legal Affairs has been brought back')
  await expect(page.getByRole('button', { name: 'Retire Legal Affairs' })).toBeVisible()
})

test('general settings can be read and used at any width, in both themes', async ({ asAdmin: page }) => {
  await page.goto('/settings/general')
  await expect(departments(page).getByRole('listitem').first()).toBeVisible()
  await expectAccessibleAt(page, 390, 1366)
  await page.getByRole('button', { name: 'Paste several' }).click()
  await page.getByRole('button', { name: /^Retire Operations/ }).click()
  await expectAccessibleAt(page, 390)
})

test('on a phone the button that adds a holiday stands below its fields', async ({ asAdmin: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/settings/general')
  const form = page.getByRole('form', { name: 'Add a holiday' })
  const [name, button] = await Promise.all(
    [form.getByLabel('Name'), form.getByRole('button', { name: 'Add holiday' })].map((part) => part.boundingBox()),
  )
  expect(button!.y).toBeGreaterThan(name!.y + name!.height)
  expect(button!.x).toBeCloseTo(name!.x, 0)
})

test('at 320 px the words of a foot of settings stand above the buttons', async ({ asAdmin: page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/settings/general')
  await office(page).getByLabel('Office name').fill('Another office')
  const words = await office(page).getByText('Not saved yet').boundingBox()
  const save = await office(page).getByRole('button', { name: 'Save settings' }).boundingBox()
  expect(words!.height).toBeLessThan(24)
  expect(words!.y + words!.height).toBeLessThan(save!.y)
  await office(page).getByRole('button', { name: 'Discard' }).click()
})
