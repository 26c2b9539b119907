import type { Page } from '@playwright/test'
import { LIMITS } from '../../shared/text-rules.ts'
import { PASSWORD } from './office.ts'
import { expect, test } from './test.ts'
import { fillNewRequest, newRequestDialog, toasts } from './steps.ts'

/** Pastes from the clipboard: unlike `fill`, this respects the limits of a field. */
async function paste(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text)
}

test('a pasted text that is too long is kept whole and refused in words', async ({ asUser: page }) => {
  const long = 'customs '.repeat(6250)
  await page.goto('/dashboard?modal=new-request')
  const form = await fillNewRequest(page, {
    title: '',
    description: '',
    department: 'Operations',
    dueDate: '2031-01-31',
  })
  const title = form.getByLabel('Title', { exact: true })
  const description = form.getByLabel('Description', { exact: true })
  await title.focus()
  await paste(page, long)
  await description.focus()
  await paste(page, long)
  await expect(title).toHaveValue(long)
  await expect(description).toHaveValue(long)
  await form.getByRole('button', { name: 'Submit Request' }).click()
  await expect(form.getByText('At most 200 characters; this has 49,999')).toBeVisible()
  await expect(form.getByText('At most 20,000 characters; this has 49,999')).toBeVisible()
  await page.reload()
  await expect(description).toHaveValue(long)
})

test('a pasted comment that is too long is kept whole and refused in words', async ({ asUser: page, office }) => {
  const request = await office.createRequest(await office.signIn('user'))
  const long = 'c'.repeat(LIMITS.comment + 1)
  await page.goto(`/requests/${request.id}?tab=comments`)
  const field = page.getByLabel('Your comment')
  const add = page.getByRole('tabpanel').getByRole('button', { name: 'Add Comment' })
  await field.focus()
  await paste(page, long)
  await expect(field).toHaveValue(long)
  await expect(page.getByText('At most 10,000 characters; this has 10,001')).toBeVisible()
  await add.click()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(long)
  await field.press('Backspace')
  await add.click()
  await expect(page.getByRole('list', { name: 'Comments' })).toContainText(long.slice(1))
})

for (const { how, breakStorage } of [
  {
    how: 'is full',
    breakStorage: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('no room', 'QuotaExceededError')
      }
    },
  },
  {
    how: 'is switched off',
    breakStorage: () => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('not here', 'SecurityError')
          },
        })
    },
  },
]) {
  test(`where the browser's storage ${how} people work all the same, and are told what is kept`, async ({
    guest: page,
  }) => {
    await page.addInitScript(breakStorage)
    await page.goto('/login')
    await page.getByPlaceholder('Enter your username').fill('user')
    await page.getByPlaceholder('Enter your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('link', { name: 'New RFD Request' }).first().click()
    const form = newRequestDialog(page)
    const title = form.getByLabel('Title', { exact: true })
    await title.fill('Only in this window')
    await expect(form.getByText('Kept only while this window is open')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(toasts(page).filter({ hasText: 'Your request is kept as a draft' })).toHaveCount(1)
    await page.getByRole('link', { name: 'New RFD Request' }).first().click()
    await expect(title).toHaveValue('Only in this window')
    await expect(form.getByText('Kept only while this window is open')).toBeVisible()

    const prompt = page.waitForEvent('dialog')
    const closing = page.close({ runBeforeUnload: true })
    const question = await prompt
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await closing
    await form.getByRole('contentinfo').getByRole('button', { name: 'Discard' }).click()
    await expect(title).toHaveValue('')
    // There is no unsaved text, so the window closes without a prompt.
    await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })])
  })
}

test('a request sent, and sent again after a reload cut its answer off, is stored once', async ({
  asUser: page,
  expected,
}) => {
  expected.push(/net::ERR/)
  await page.goto('/dashboard?modal=new-request')
  const title = `Sent through a reload ${crypto.randomUUID().slice(0, 8)}`
  const form = await fillNewRequest(page, {
    title,
    description: 'Once.',
    department: 'Operations',
    dueDate: '2031-01-31',
  })
  // The call arrives, but its answer is lost.
  const arrived = Promise.withResolvers<void>()
  await page.route('**/api/requests', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    arrived.resolve()
  })
  const submit = form.getByRole('button', { name: 'Submit Request' })
  await submit.click()
  await arrived.promise
  await page.reload()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue(title)
  await submit.click()
  await expect(form).toBeHidden()
  await page.goto(`/requests?search=${encodeURIComponent(title)}`)
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
})
