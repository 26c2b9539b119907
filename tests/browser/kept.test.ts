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

test('details that are opened again show what happened meanwhile, by calls that carry what is known', async ({
  asManager: page,
  office,
}) => {
  const manager = await office.signIn('manager')
  const request = await office.createRequest(await office.signIn('user'))
  await page.clock.install()
  await page.goto(`/requests?search=${encodeURIComponent(request.title)}`)
  const link = rowOf(page, request.title).getByRole('link', { name: request.title })
  const dialog = page.getByRole('dialog')
  await link.click()
  await expect(dialog.getByRole('list', { name: 'Timeline' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)
  await office.editRequest(manager, request.id, { description: 'It was written anew meanwhile.' })
  await page.clock.fastForward(10_000)
  const requested = page.waitForRequest((call) => call.url().endsWith(`/api/requests/${request.id}`))
  await link.click()
  expect(await (await requested).allHeaders()).toHaveProperty('if-none-match')
  await expect(dialog).toContainText('It was written anew meanwhile.')
  await expect(dialog.getByRole('list', { name: 'Timeline' })).toContainText(/description/i)
})

test('what was never opened before opens offline, with what is known and what is missing', async ({
  asManager: page,
  office,
  expected,
}) => {
  expected.push(/net::ERR_INTERNET_DISCONNECTED/)
  const request = await office.createRequest(await office.signIn('user'))
  const people = page.waitForResponse('**/api/users')
  await page.goto(`/requests?search=${encodeURIComponent(request.title)}`)
  await expect(rowOf(page, request.title)).toBeVisible()
  // The last prefetched resource.
  await people
  await page.context().setOffline(true)
  await rowOf(page, request.title).getByRole('link', { name: request.title }).focus()
  await page.keyboard.press('Enter')
  const details = page.getByRole('dialog', { name: request.title })
  await expect(details).toContainText(request.description)
  await expect(details).toContainText('The timeline was not loaded before you went offline.')
  await details.getByRole('tab', { name: 'Comments' }).click()
  await expect(details).toContainText('The comments were not loaded before you went offline.')
  await details.getByRole('button', { name: 'Edit Request' }).click()
  await expect(editDialog(page).getByLabel('Title', { exact: true })).toHaveValue(request.title)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'New RFD Request' }).first().click()
  await expect(newRequestDialog(page).getByLabel('Title', { exact: true })).toBeVisible()
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
