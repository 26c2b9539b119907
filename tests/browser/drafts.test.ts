import type { Page } from '@playwright/test'
import { PASSWORD, type Office, type Role } from './office.ts'
import { expect, failedWith, test } from './test.ts'
import { editDialog, endSessionBefore, fillNewRequest, newRequestDialog } from './steps.ts'

interface Form {
  name: string
  role: Role
  /** Opens the form like a returning user. */
  open: (page: Page, requestId: string) => Promise<void>
  field: (page: Page) => ReturnType<Page['locator']>
}

const FORMS: Form[] = [
  {
    name: 'new request',
    role: 'user',
    open: async (page) => void (await page.goto('/dashboard?modal=new-request')),
    field: (page) => newRequestDialog(page).getByLabel('Description', { exact: true }),
  },
  {
    name: 'edit',
    role: 'manager',
    open: async (page, id) => void (await page.goto(`/dashboard?edit=${id}`)),
    field: (page) => editDialog(page).getByLabel('Description', { exact: true }),
  },
  {
    name: 'comment',
    role: 'user',
    open: async (page, id) => void (await page.goto(`/dashboard?request=${id}&tab=comments`)),
    field: (page) => page.getByLabel('Your comment'),
  },
  {
    name: 'profile',
    role: 'user',
    open: async (page) => {
      await page.goto('/profile')
      const edit = page.getByRole('button', { name: 'Edit Profile' })
      const field = page.getByLabel('Department')
      await expect(edit.or(field)).toBeVisible()
      if (await edit.isVisible()) await edit.click()
    },
    field: (page) => page.getByLabel('Department'),
  },
  {
    name: 'new user',
    role: 'admin',
    open: async (page) => void (await page.goto('/team/add-user')),
    field: (page) => page.getByLabel('Full name'),
  },
  {
    name: 'account',
    role: 'admin',
    open: async (page) => {
      await page.goto('/team/users?search=nadia')
      await page.getByRole('button', { name: 'Manage Nadia Osei' }).click()
    },
    field: (page) => page.getByRole('dialog').getByLabel('Last name'),
  },
]

/** Whether the browser has stored the text, under any key. */
async function expectKept(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).toContain(text)
}

async function signIn(page: Page, role: Role): Promise<void> {
  await page.getByPlaceholder('Enter your username').fill(role)
  await page.getByPlaceholder('Enter your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).not.toHaveURL(/\/login$/)
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/no-such-page')
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
}

async function request(office: Office): Promise<string> {
  return (await office.createRequest(await office.signIn('user'))).id
}

for (const form of FORMS) {
  const text = `Typed and not yet sent: ${form.name}`

  test(`what is typed into the ${form.name} form survives a reload`, async ({ open, office }) => {
    const id = await request(office)
    const page = await open(form.role)
    await form.open(page, id)
    await form.field(page).fill(text)
    // Immediately: the draft must be stored on leaving the page, not only after the debounce.
    await page.reload()
    await form.open(page, id)
    await expect(form.field(page)).toHaveValue(text)
  })

  test(`what is typed into the ${form.name} form survives signing out`, async ({ open, office, expected }) => {
    // Prefetches in flight when the session ended.
    expected.push(failedWith(401))
    const id = await request(office)
    const page = await open(form.role)
    await form.open(page, id)
    await form.field(page).fill(text)
    await signOut(page)
    await signIn(page, form.role)
    await form.open(page, id)
    await expect(form.field(page)).toHaveValue(text)
  })

  test(`what is typed into the ${form.name} form survives a crash`, async ({ open, office }) => {
    const id = await request(office)
    const page = await open(form.role)
    await form.open(page, id)
    await form.field(page).fill(text)
    await expectKept(page, text)
    const crashed = page.waitForEvent('crash')
    // The call itself is never answered.
    void page.goto('chrome://crash').catch(() => {})
    await crashed
    const again = await page.context().newPage()
    await form.open(again, id)
    await expect(form.field(again)).toHaveValue(text)
  })
}

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

test('one person’s draft is not shown to the next one at the same browser', async ({ asUser: page }) => {
  await page.goto('/dashboard?modal=new-request')
  const field = newRequestDialog(page).getByLabel('Title', { exact: true })
  await field.fill('Private until sent')
  await signOut(page)
  await signIn(page, 'manager')
  await page.goto('/dashboard?modal=new-request')
  await expect(field).toHaveValue('')
})

test('a draft is deleted once its request is stored', async ({ asUser: page }) => {
  await page.goto('/dashboard?modal=new-request')
  const title = `Stored ${crypto.randomUUID().slice(0, 8)}`
  const form = await fillNewRequest(page, {
    title,
    description: 'Once.',
    department: 'Operations',
    dueDate: '2031-01-31',
  })
  await form.getByRole('button', { name: 'Submit Request' }).click()
  await expect(form).toBeHidden()
  await page.goto('/dashboard?modal=new-request')
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(title)
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

test('a discarded text can be restored for a day, by the person who typed it', async ({ asUser: page, open }) => {
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

  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(restore).toBeVisible()
  const kept = await page.context().storageState()
  const other = await open('manager')
  await other.goto('/login')
  await other.evaluate((entries) => {
    for (const { name, value } of entries) if (name.startsWith('rfd.discarded')) localStorage.setItem(name, value)
  }, kept.origins[0]!.localStorage)
  await other.goto('/dashboard?modal=new-request')
  await expect(newRequestDialog(other).getByLabel('Title', { exact: true })).toBeFocused()
  await expect(newRequestDialog(other).getByRole('button', { name: 'Restore discarded text' })).toHaveCount(0)

  await page.evaluate(() => {
    for (const [key, text] of Object.entries<string>(localStorage)) {
      if (!key.startsWith('rfd.discarded')) continue
      const kept = JSON.parse(text) as { savedAt: number }
      localStorage.setItem(key, JSON.stringify({ ...kept, savedAt: kept.savedAt - 25 * 3_600_000 }))
    }
  })
  await page.reload()
  await expect(title).toBeFocused()
  await expect(restore).toHaveCount(0)
})
