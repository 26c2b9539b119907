import type { Page } from '@playwright/test'
import { PASSWORD } from './office.ts'
import { expect, failedWith, test } from './test.ts'
import { editDialog, endSessionBefore, fillNewRequest, newRequestDialog } from './steps.ts'

/** What only a browser shows of drafts; that each form keeps one is tested beside the form. */

async function signIn(page: Page, role: 'user' | 'manager'): Promise<void> {
  await page.getByPlaceholder('Enter your username').fill(role)
  await page.getByPlaceholder('Enter your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).not.toHaveURL(/\/login$/)
}

test('what is typed into a new request survives a reload, and is gone once it is stored', async ({ asUser: page }) => {
  const title = `Stored ${crypto.randomUUID().slice(0, 8)}`
  const field = newRequestDialog(page).getByLabel('Title', { exact: true })
  await page.goto('/dashboard?modal=new-request')
  await field.fill(title)
  // Immediately: the draft must be stored on leaving the page, not only after the debounce.
  await page.reload()
  await expect(field).toHaveValue(title)
  const form = await fillNewRequest(page, {
    title,
    description: 'Once.',
    department: 'Operations',
    dueDate: '2031-01-31',
  })
  await form.getByRole('button', { name: 'Submit Request' }).click()
  await expect(form).toBeHidden()
  await page.goto('/dashboard?modal=new-request')
  await expect(field).toHaveValue('')
})

test('what is typed into an edit survives a crash', async ({ asManager: page, office }) => {
  const { id } = await office.createRequest(await office.signIn('user'))
  const field = (tab: Page) => editDialog(tab).getByLabel('Description', { exact: true })
  await page.goto(`/dashboard?edit=${id}`)
  await field(page).fill('Typed and not yet sent')
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(Object.entries(localStorage))))
    .toContain('Typed and not yet sent')
  const crashed = page.waitForEvent('crash')
  // The call itself is never answered.
  void page.goto('chrome://crash').catch(() => {})
  await crashed
  const again = await page.context().newPage()
  await again.goto(`/dashboard?edit=${id}`)
  await expect(field(again)).toHaveValue('Typed and not yet sent')
})

test('a comment survives signing out, and is not shown to the next person at the same browser', async ({
  asUser: page,
  office,
  expected,
}) => {
  // Prefetches in flight when the session ended.
  expected.push(failedWith(401))
  const { id } = await office.createRequest(await office.signIn('user'))
  const field = page.getByLabel('Your comment')
  const signOut = async () => {
    await page.goto('/no-such-page')
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await expect(page).toHaveURL(/\/login$/)
  }
  await page.goto(`/dashboard?request=${id}&tab=comments`)
  await field.fill('Typed and not yet sent')
  await signOut()
  await signIn(page, 'manager')
  await page.goto(`/dashboard?request=${id}&tab=comments`)
  await expect(field).toHaveValue('')
  await signOut()
  await signIn(page, 'user')
  await page.goto(`/dashboard?request=${id}&tab=comments`)
  await expect(field).toHaveValue('Typed and not yet sent')
})

test('a forced sign-out in the middle of a new request keeps the text and leads back to it', async ({
  asUser: page,
  expected,
}) => {
  expected.push(failedWith(401))
  await page.goto('/dashboard?modal=new-request')
  const form = await fillNewRequest(page, {
    title: 'Kept over a forced sign-out',
    description: 'Every word of it.',
    department: 'Operations',
    dueDate: '2031-01-31',
  })
  await endSessionBefore(page, 'POST', /^\/api\/requests$/)
  await form.getByRole('button', { name: 'Submit Request' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, 'user')
  await expect(page).toHaveURL(/modal=new-request/)
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Kept over a forced sign-out')
  await expect(form.getByLabel('Description', { exact: true })).toHaveValue('Every word of it.')
  await expect(form.getByRole('combobox', { name: 'Department' })).toContainText('Operations')
})

test('the same form in two tabs loses neither text', async ({ asUser: page }) => {
  const other = await page.context().newPage()
  const title = (tab: typeof page) => newRequestDialog(tab).getByLabel('Title', { exact: true })
  const saved = (tab: typeof page) => expect(newRequestDialog(tab).getByText(/Draft saved/)).toBeVisible()
  await page.goto('/dashboard?modal=new-request')
  await title(page).fill('Typed in the first tab')
  await saved(page)
  await other.goto('/dashboard?modal=new-request')
  await expect(title(other)).toHaveValue('Typed in the first tab')
  await title(other).fill('Typed in the second tab')
  await expect
    .poll(() => other.evaluate(() => JSON.stringify(Object.values(localStorage))))
    .toContain('Typed in the second tab')
  await page.reload()
  await expect(title(page)).toHaveValue('Typed in the first tab')
  await other.reload()
  await expect(title(other)).toHaveValue('Typed in the second tab')
  // A closed tab leaves its text to the next one.
  await newRequestDialog(other).getByRole('button', { name: 'Discard' }).click()
  await page.close()
  await other.goto('/dashboard?modal=new-request')
  await expect(title(other)).toHaveValue('Typed in the first tab')
  await newRequestDialog(other).getByRole('button', { name: 'Discard' }).click()
  await other.reload()
  await expect(title(other)).toHaveValue('')
})

test('a discarded text is restored after a reload', async ({ asUser: page }) => {
  const form = newRequestDialog(page)
  const title = form.getByLabel('Title', { exact: true })
  const restore = form.getByRole('button', { name: 'Restore discarded text' })
  await page.goto('/dashboard?modal=new-request')
  await expect(title).toBeFocused()
  await expect(restore).toHaveCount(0)
  await title.fill('Discarded too early')
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(title).toHaveValue('')
  await page.reload()
  await restore.click()
  await expect(title).toHaveValue('Discarded too early')
  await expect(restore).toHaveCount(0)
})
