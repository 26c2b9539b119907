import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'

test('a manager mentions somebody by keyboard, edits the comment, and notes what the requester does not see', async ({
  asManager: page,
  asUser: requester,
  office,
}) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/requests?request=${request.id}&tab=comments`)
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Your comment' })
  await field.focus()
  await page.keyboard.type('Is this **urgent**, @use')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await page.keyboard.type('r')
  await expect(page.getByRole('option').first()).toContainText('@user')
  await expectAccessible(page)
  await field.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('r')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Is this **urgent**, @user ')
  await page.keyboard.press('Control+Enter')
  const comment = dialog.getByRole('list', { name: 'Comments' }).getByRole('listitem').first()
  await expect(comment.locator('strong')).toHaveText('urgent')
  await expect(comment).not.toContainText('@user')

  await comment.getByRole('button', { name: 'Edit your comment' }).click()
  await comment.getByRole('textbox').fill('Is it urgent, @user?')
  await comment.getByRole('button', { name: 'Save' }).click()
  await expect(comment).toContainText('edited')

  await dialog.getByRole('switch', { name: /Internal note/ }).check()
  await dialog.getByRole('textbox', { name: 'Your internal note' }).fill('For us: **no**')
  await dialog.getByRole('button', { name: 'Add internal note' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'For us: no' })).toContainText('Internal note')
  await expectAccessible(page)

  await requester.goto(`/requests/${request.requestId}?tab=comments`)
  await expect(requester.getByRole('list', { name: 'Comments' })).toContainText('Is it urgent')
  await expect(requester.getByText('For us')).toHaveCount(0)
  await expect(requester.getByRole('switch')).toHaveCount(0)
})
