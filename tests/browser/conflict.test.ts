import { expect, failedWith, test } from './test.ts'
import { editDialog, expectToast } from './steps.ts'

test('two edits of one version show both texts, and the chosen ones are stored', async ({
  asManager: page,
  office,
  expected,
}) => {
  expected.push(failedWith(409))
  const request = await office.createRequest(await office.signIn('user'), { description: 'As it was.' })
  await page.goto(`/requests?edit=${request.id}`)
  const edit = editDialog(page)
  await edit.getByLabel('Title', { exact: true }).fill('The title as the manager has it')
  await edit.getByLabel('Description', { exact: true }).fill('As the manager has it.')

  const admin = await office.signIn('admin')
  await office.editRequest(admin, request.id, { description: 'As the administrator has it.', priority: 'critical' })
  await edit.getByRole('button', { name: 'Update Request' }).click()

  const conflict = page.getByRole('dialog', { name: /changed this request while you were editing/ })
  await expect(conflict).toContainText(admin.user.firstName)
  await expect(conflict).toContainText('As the manager has it.')
  await expect(conflict).toContainText('As the administrator has it.')
  await conflict.getByRole('button', { name: 'Keep all of mine' }).click()
  await expectToast(page, 'Request Updated')
  await expect(conflict).toBeHidden()

  await page.goto(`/requests?request=${request.id}`)
  const details = page.getByRole('dialog', { name: 'The title as the manager has it' })
  await expect(details).toContainText('As the manager has it.')
})

test('the other version can be taken, and the own text stays a draft', async ({
  asManager: page,
  office,
  expected,
}) => {
  expected.push(failedWith(409))
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/requests?edit=${request.id}`)
  await editDialog(page).getByLabel('Title', { exact: true }).fill('Not this one')
  await office.editRequest(await office.signIn('admin'), request.id, { title: 'This one' })
  await editDialog(page).getByRole('button', { name: 'Update Request' }).click()
  await page.getByRole('button', { name: /^Use all of/ }).click()
  await page.goto(`/requests?request=${request.id}`)
  await expect(page.getByRole('dialog', { name: 'This one' })).toBeVisible()
  await page.goto(`/requests?edit=${request.id}`)
  await expect(editDialog(page).getByLabel('Title', { exact: true })).toHaveValue('Not this one')
})

test('whoever leaves the two texts sees the request as it is now', async ({ asManager: page, office, expected }) => {
  expected.push(failedWith(409))
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/requests?request=${request.id}`)
  await page.getByRole('button', { name: 'Edit Request' }).click()
  await editDialog(page).getByLabel('Title', { exact: true }).fill('Not this one')
  await office.editRequest(await office.signIn('admin'), request.id, { title: 'Done by now', status: 'completed' })
  await editDialog(page).getByRole('button', { name: 'Update Request' }).click()
  await expect(page.getByRole('button', { name: 'Save this mix' })).toBeVisible()
  await page.keyboard.press('Escape')
  const details = page.getByRole('dialog', { name: 'Done by now' })
  await expect(details).toBeVisible()
  await expect(details.getByRole('button', { name: 'Cancel Request' })).toBeHidden()
})
