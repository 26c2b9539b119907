import { expectAccessibleAt } from './axe.ts'
import { openOffice, type Office } from './office.ts'
import { expect, test as base } from './test.ts'
import { choose, expectToast } from './steps.ts'

/** A separate office for each test: a policy affects everybody in it. */
const test = base.extend<{ own: Office }>({
  own: async ({ browserName: _any }, provide) => {
    const office = await openOffice()
    await provide(office)
    await office.close()
  },
  open: async ({ browser, own }, provide) => {
    const contexts: { close(): Promise<void> }[] = []
    await provide(async (role) => {
      const { token, user } = await own.signInAnew(role!)
      const localStorage = [
        { name: 'rfd.token', value: token },
        { name: 'rfd.user', value: JSON.stringify(user) },
      ]
      const context = await browser.newContext({
        baseURL: own.url,
        storageState: { cookies: [], origins: [{ origin: own.url, localStorage }] },
      })
      contexts.push(context)
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

test('with the keyboard alone an administrator limits sessions, is told whom that ends, and it ends them', async ({
  asAdmin: page,
  open,
}) => {
  const [older, newer] = [await open('user'), await open('user')]
  await older.goto('/requests')
  await newer.goto('/requests')
  await expect(older.getByRole('heading', { name: 'All Requests' })).toBeVisible()
  await expect(newer.getByRole('heading', { name: 'All Requests' })).toBeVisible()

  await page.goto('/settings/security')
  const sessions = page.getByLabel('Maximum Concurrent Sessions')
  await expect(sessions).toHaveValue('100')
  for (let i = 0; i < 60 && !(await sessions.evaluate((field) => field === document.activeElement)); i++)
    await page.keyboard.press('Tab')
  await expect(sessions).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('1')
  await expect(page.getByText('1 person has more than 1 session; the oldest end (1 in all).')).toBeVisible()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Settings saved')

  await newer.getByRole('link', { name: 'Profile' }).first().click()
  await expect(newer.getByRole('heading', { name: 'Profile' })).toBeVisible()
  // Its stream of live events has ended with its session, and it need not be used to notice.
  await expect(older).toHaveURL(/\/login/)

  await page.goto('/audit?group=settings')
  const log = page.getByRole('region', { name: 'Audit log', exact: true })
  await expect(log).toContainText('changed the security policy: maximum concurrent sessions 100 → 1')
})

test('a policy that somebody else has changed meanwhile is not overwritten unseen', async ({ asAdmin: page, open }) => {
  const other = await open('admin')
  await page.goto('/settings/security')
  await other.goto('/settings/security')
  await choose(other, 'Session Timeout', '1 hour')
  await other.getByRole('button', { name: 'Save settings' }).click()
  await expectToast(other, 'Settings saved')
  await page.getByLabel('Minimum Password Length').fill('12')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expectToast(page, 'Somebody else has changed these settings')
  await expect(page.getByRole('combobox', { name: 'Session Timeout' })).toHaveText('1 hour')
  await expect(page.getByLabel('Minimum Password Length')).toHaveValue('12')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expectToast(page, 'Settings saved')
})

test('what is out of bounds is said beside its field, and the page is accessible', async ({ asAdmin: page }) => {
  test.slow()
  await page.goto('/settings/security')
  await page.getByLabel('Minimum Password Length').fill('5')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('At least 6')).toBeVisible()
  await expect(page.getByLabel('Minimum Password Length')).toBeFocused()
  await expectAccessibleAt(page, 1366, 390)
})
