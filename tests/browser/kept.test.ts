import { expect, test } from './test.ts'
import { choose, editDialog, fillNewRequest, newRequestDialog, rowOf, search, toasts } from './steps.ts'

const DRAFT = {
  title: 'Show the seal number twice',
  description: 'Once is not enough.',
  department: 'Operations',
  dueDate: '2031-01-31',
}
const undo = { name: 'Undo' }

test('filters, order and page of the list come back with it, and one click clears the filters', async ({
  asManager: page,
}) => {
  await page.goto('/requests')
  await choose(page, 'Status', 'Completed')
  await page.getByRole('button', { name: 'Due Date' }).click()
  await expect(page).toHaveURL(/sort=dueDate/)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  const left = page.url()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await menu.getByRole('link', { name: /^All Requests/ }).click()
  await expect(page).toHaveURL(left)
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Completed')

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).not.toHaveURL(/status|page/)
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('All Status')
  await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0)
  await expect(page.getByPlaceholder('Search requests...')).toBeFocused()
})

test('the dashboard’s list is its own, and a new request leaves its filters as they are', async ({
  asManager: page,
}) => {
  await page.goto('/dashboard')
  await search(page, 'seal')
  await expect(page).toHaveURL(/search=seal/)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: /^All Requests/ }).click()
  await expect(page).toHaveURL(/\/requests$/)
  await menu.getByRole('link', { name: 'New RFD Request' }).click()
  await expect(page).toHaveURL(/\?search=seal&modal=new-request$/)
  await newRequestDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/dashboard\?search=seal$/)
})

test('a new request that was discarded comes back by one click, open or closed', async ({ asUser: page }) => {
  await page.goto('/dashboard?modal=new-request')
  const form = await fillNewRequest(page, DRAFT)
  const title = form.getByLabel('Title', { exact: true })
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(title).toHaveValue('')
  await toasts(page).getByRole('button', undo).click()
  await expect(title).toHaveValue(DRAFT.title)
  await expect(form.getByRole('combobox', { name: 'Department' })).toHaveText(DRAFT.department)

  await page.keyboard.press('Escape')
  await toasts(page).getByRole('button', { name: 'Discard' }).click()
  await toasts(page).getByRole('button', undo).click()
  await page.reload()
  await page.getByRole('link', { name: 'New RFD Request' }).first().click()
  await expect(title).toHaveValue(DRAFT.title)
})

test('a discarded edit and a discarded comment come back by one click', async ({ asManager: page, office }) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/requests?search=${encodeURIComponent(request.title)}`)
  await rowOf(page, request.title).getByRole('button', { name: 'Edit' }).click()
  const title = editDialog(page).getByLabel('Title', { exact: true })
  await title.fill('Another title')
  await editDialog(page).getByRole('button', { name: 'Discard' }).click()
  await expect(title).toHaveValue(request.title)
  await toasts(page).getByRole('button', undo).click()
  await expect(title).toHaveValue('Another title')

  await page.goto(`/requests/${request.id}?tab=comments`)
  const comment = page.getByLabel('Your comment')
  await comment.fill('Not to be lost.')
  await page.reload()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(comment).toHaveValue('')
  await toasts(page).getByRole('button', undo).click()
  await expect(comment).toHaveValue('Not to be lost.')
})
