import { expectAccessibleAt } from './axe.ts'
import { openOffice, type Office } from './office.ts'
import { expect, failedWith, test as base } from './test.ts'

/** An office that has not been set up yet. */
const test = base.extend<object, { office: Office }>({
  office: [
    async ({ browserName: _any }, provide) => {
      const office = await openOffice({ environment: { DEMO: 'off' } })
      await provide(office)
      await office.close()
    },
    { scope: 'worker' },
  ],
})

test('the link of the first start leads to an office with an administrator, a name, departments and people', async ({
  guest: page,
  office,
  expected,
}) => {
  expected.push(failedWith(400))
  const link = /Create the first administrator: (\S+)/.exec(office.output())?.[1]
  await page.goto(link!)
  await page.getByLabel('First name').fill('Sukarno')
  await page.getByLabel('Email').fill('s@office.example')
  await page.getByLabel('Username').fill('sukarno')
  await page.getByLabel('Password', { exact: true }).fill('tractor-violin-92')
  await page.getByRole('button', { name: 'Create administrator' }).click()

  await expect(page.getByRole('heading', { name: 'Your office' })).toBeFocused()
  await expectAccessibleAt(page, 390, 1366)
  await page.getByLabel('Office name').fill('')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByText('Office name is required')).toBeVisible()
  await expect(page.getByLabel('Office name')).toBeFocused()
  await page.getByLabel('Office name').fill('Port Authority')
  await page.getByRole('button', { name: 'Save and continue' }).click()

  await expect(page.getByRole('heading', { name: 'Departments' })).toBeFocused()
  await page.getByLabel('Another department').fill('Harbour Masters')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Departments' })).toContainText('Harbour Masters')
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('heading', { name: 'People' })).toBeFocused()
  await page.getByRole('link', { name: 'Add a user' }).click()
  await expect(page.getByRole('heading', { name: 'Add New User' })).toBeVisible()

  await page.goto('/dashboard')
  const checklist = page.getByRole('region', { name: 'Set up this office' })
  await expect(checklist.getByRole('link', { name: 'Invite people' })).toBeVisible()
  await expectAccessibleAt(page, 390, 1366)
  await checklist.getByRole('link', { name: 'Decide on the security policy' }).click()
  await page.getByRole('button', { name: 'Keep these settings' }).click()
  await expect(page.getByText('All changes saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeDisabled()
  await page.goto('/dashboard')
  const decided = checklist.getByRole('listitem').filter({ hasText: 'Decide on the security policy' })
  await expect(decided.getByRole('img', { name: 'Done' })).toBeVisible()
  await expect(checklist.getByRole('link', { name: 'Decide on the security policy' })).toHaveCount(0)
  await checklist.getByRole('button', { name: 'Dismiss' }).click()
  await expect(checklist).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(checklist).toHaveCount(0)
})
