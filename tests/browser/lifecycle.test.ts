import { fullName } from '../../shared/users.ts'
import { expect, test } from './test.ts'
import { choose, editDialog, expectToast, fillNewRequest, newRequestDialog, rowOf, search } from './steps.ts'

test('a request is submitted, discussed, edited, assigned, completed and seen by its requester', async ({
  asUser,
  asManager,
  office,
}) => {
  const title = `Show the bond balance on the transit screen ${crypto.randomUUID().slice(0, 8)}`

  await asUser.goto('/dashboard')
  await asUser.getByRole('main').getByRole('link', { name: 'New RFD Request' }).click()
  await expect(asUser).toHaveURL(/\/dashboard\?modal=new-request$/)
  const form = await fillNewRequest(asUser, {
    title,
    description: 'Officers call the bank today.',
    department: 'Compliance',
    priority: 'High',
    dueDate: '2031-05-20',
  })
  await form.getByRole('button', { name: 'Submit Request' }).click()
  await expectToast(asUser, 'Success', 'RFD request created successfully')
  await expect(newRequestDialog(asUser)).toBeHidden()
  await expect(asUser).toHaveURL(/\/dashboard$/)
  const mine = rowOf(asUser, title)
  await expect(mine).toContainText('Compliance')
  await expect(mine).toContainText('High')
  await expect(mine).toContainText('Pending Review')
  await expect(mine).toContainText('Unassigned')
  await expect(mine).toContainText('20 May 2031')
  await mine.getByRole('button', { name: 'View' }).click()
  const details = asUser.getByRole('dialog', { name: title })
  await details.getByRole('button', { name: 'Add Comment' }).click()
  await details.getByLabel('Your comment').fill('Two ports need it first.')
  await details.getByRole('tabpanel').getByRole('button', { name: 'Add Comment' }).click()
  await expectToast(asUser, 'Comment Added')
  await expect(details.getByRole('list', { name: 'Comments' })).toContainText('Two ports need it first.')
  await expect(details.getByRole('button', { name: 'Edit Request' })).toBeHidden()
  await details.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(details).toBeHidden()

  const manager = fullName((await office.signIn('manager')).user)
  await asManager.goto('/requests')
  await search(asManager, title)
  await rowOf(asManager, title).getByRole('button', { name: 'Edit' }).click()
  const edit = editDialog(asManager)
  await edit.getByLabel('Title', { exact: true }).fill(`${title}, for all ports`)
  await choose(edit, 'Status', 'In Progress')
  await choose(edit, 'Priority', 'Critical')
  await choose(edit, 'Assigned to', manager)
  await edit.getByRole('button', { name: 'Update Request' }).click()
  await expectToast(asManager, 'Request Updated', 'The RFD request has been successfully updated.')
  await expect(edit).toBeHidden()
  const managed = rowOf(asManager, title)
  await expect(managed).toContainText('In Progress')
  await expect(managed).toContainText(manager)
  await managed.getByRole('button', { name: 'Edit' }).click()
  await choose(edit, 'Status', 'Completed')
  await edit.getByRole('button', { name: 'Update Request' }).click()
  await expect(edit).toBeHidden()
  await expect(managed).toContainText('Completed')

  await asUser.reload()
  await rowOf(asUser, title).getByRole('button', { name: 'View' }).click()
  const seen = asUser.getByRole('dialog', { name: `${title}, for all ports` })
  await expect(seen).toContainText('Completed')
  await expect(seen).toContainText(manager)
  await expect(seen.getByRole('list', { name: 'Timeline' })).toContainText('Completed')
})

test('a requester cancels a request after the browser asked, and a manager cannot any more', async ({
  asUser,
  asManager,
  office,
}) => {
  const mine = await office.signIn('user')
  const request = await office.createRequest(mine)
  await asUser.goto('/requests')
  await search(asUser, request.title)
  const row = rowOf(asUser, request.title)

  const questions: string[] = []
  asUser.once('dialog', (dialog) => {
    questions.push(`${dialog.type()}: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await row.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toContainText('Pending Review')

  asUser.once('dialog', (dialog) => {
    questions.push(`${dialog.type()}: ${dialog.message()}`)
    void dialog.accept()
  })
  await row.getByRole('button', { name: 'Cancel' }).click()
  await expectToast(asUser, 'Request Cancelled')
  await expect(row).toContainText('Cancelled')
  await expect(row).toContainText('Track Only')
  const question = `confirm: Are you sure you want to cancel request "${request.title}"? This action cannot be undone.`
  expect(questions).toEqual([question, question])

  await asManager.goto(`/requests?search=${encodeURIComponent(request.title)}`)
  const managed = rowOf(asManager, request.title)
  await expect(managed.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(managed.getByRole('button', { name: 'Cancel' })).toBeHidden()
})

test('what belongs to somebody else can only be tracked', async ({ asUser, office }) => {
  const request = await office.createRequest(await office.signIn('manager'))
  await asUser.goto(`/requests?search=${encodeURIComponent(request.title)}`)
  const row = rowOf(asUser, request.title)
  await expect(row.getByRole('button')).toHaveCount(1)
  await expect(row.getByRole('button', { name: 'View' })).toBeVisible()
  await expect(row).toContainText('Track Only')
})
