import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { choose, editDialog, expectToast, rowOf, search } from './steps.ts'

const timeline = (page: Page) => page.getByRole('list', { name: 'Timeline' })

test('rejecting and reopening ask why, and the requester reads it', async ({ asUser, asManager: page, office }) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/requests?edit=${request.id}`)
  const edit = editDialog(page)
  const reason = edit.getByRole('textbox', { name: 'Reason' })
  await expect(reason).toBeHidden()
  await choose(edit, 'Status', 'In Progress')
  await expect(reason).toBeHidden()
  await choose(edit, 'Status', 'Rejected')
  await edit.getByRole('button', { name: 'Update Request' }).click()
  await expect(reason).toBeFocused()
  await expect(edit).toContainText('Please give a reason')
  await reason.fill('The seal number is already on form 12.\nPlease use that one.')
  await page.keyboard.press('Escape')
  await expectToast(page, 'Your changes are kept as a draft')
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await expect(reason).toHaveValue('The seal number is already on form 12.\nPlease use that one.')
  await edit.getByRole('button', { name: 'Update Request' }).click()
  await expect(edit).toBeHidden()

  await asUser.goto(`/requests/${request.requestId}`)
  await expect(timeline(asUser)).toContainText('The seal number is already on form 12.')
  await asUser.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await asUser.emulateMedia({ media: 'print' })
  await expect(asUser.locator('[data-sheet=request]')).toContainText('Reason: The seal number is already on form 12.')

  await page.goto(`/requests?edit=${request.id}`)
  await choose(edit, 'Status', 'Pending Review')
  await reason.fill('Form 12 is withdrawn in March.')
  await edit.getByRole('button', { name: 'Update Request' }).click()
  await expect(edit).toBeHidden()
  await page.goto(`/requests/${request.requestId}`)
  await expect(timeline(page)).toContainText('Form 12 is withdrawn in March.')
})

test('cancelling what somebody else asked for asks why, from the list and from the details', async ({
  asUser,
  asManager: page,
  office,
}) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto('/requests')
  await search(page, request.title)
  await rowOf(page, request.title).getByRole('button', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog', { name: `Cancel request ${request.requestId}` })
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for twice')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, request.title).getByRole('button', { name: 'Cancel' })).toBeFocused()

  await rowOf(page, request.title).getByRole('button', { name: 'View' }).click()
  const details = page.getByRole('dialog', { name: request.title })
  await details.getByRole('button', { name: 'Cancel Request' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Asked for twice')
  await dialog.getByRole('button', { name: 'Cancel Request' }).click()
  await expectToast(page, 'Request Cancelled')
  await expect(details).toContainText('Cancelled')
  await expect(details.getByRole('button', { name: 'Cancel Request' })).toBeHidden()
  await expect(timeline(page)).toContainText('Asked for twice')

  await asUser.goto(`/requests?request=${request.id}`)
  await expect(timeline(asUser)).toContainText('Asked for twice')
})

test('a person’s own request is cancelled in the details after the browser’s question, and the focus stays', async ({
  asUser: page,
  office,
}) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/requests?request=${request.id}`)
  const details = page.getByRole('dialog', { name: request.title })
  const questions: string[] = []
  page.once('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.accept()
  })
  await details.getByRole('button', { name: 'Cancel Request' }).click()
  await expectToast(page, 'Request Cancelled')
  expect(questions).toEqual([
    `Are you sure you want to cancel request "${request.title}"? This action cannot be undone.`,
  ])
  await expect(details.getByRole('heading', { name: request.title }).locator('span')).toBeFocused()
})
