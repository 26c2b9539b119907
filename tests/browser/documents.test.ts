import { readFile } from 'node:fs/promises'
import { expectAccessibleAt } from './axe.ts'
import { attach } from './documents.ts'
import { documents, pdf } from './files.ts'
import { expectToast, toasts } from './steps.ts'
import { expect, test } from './test.ts'

test('a document is downloaded under its name, and deleted with Undo', async ({ asUser: page, office }) => {
  const user = await office.signIn('user')
  const request = await office.createRequest(user)
  const content = await pdf('Downloaded')
  await attach(office.url, user.token, request.id, { 'Letter of May.pdf': content, 'Other.pdf': await pdf('other') })
  await page.goto(`/requests/${request.id}?tab=documents`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Letter of May.pdf' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Letter of May.pdf')
  expect((await readFile(await download.path())).equals(content)).toBe(true)

  await page.getByRole('button', { name: 'Delete Letter of May.pdf' }).click()
  await expectToast(page, 'Document deleted', 'Letter of May.pdf')
  await expect(documents(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Other.pdf', exact: true })).toBeFocused()
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(documents(page)).toHaveCount(2)
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(page.getByText('restored the document Letter of May.pdf')).toBeVisible()
})

test('who may not delete a document or upload on the dashboard has no control for it', async ({
  asUser: page,
  office,
}) => {
  const manager = await office.signIn('manager')
  const request = await office.createRequest(manager)
  await attach(office.url, manager.token, request.id, { 'Of the manager.pdf': await pdf('manager') })
  await page.goto(`/requests/${request.id}?tab=documents`)
  await expect(documents(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Recent RFD Requests' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upload Documentation' })).toHaveCount(0)
})

test('the box and the list are walked by keyboard', async ({ asUser: page, office }) => {
  const user = await office.signIn('user')
  const request = await office.createRequest(user)
  await attach(office.url, user.token, request.id, { 'Letter.pdf': await pdf('keyboard') })
  await page.goto(`/requests/${request.id}?tab=documents`)
  await expect(page.getByRole('button', { name: 'Delete Letter.pdf' })).toBeVisible()
  await page.getByRole('tab', { name: 'Documents 1' }).focus()
  const reached: string[] = []
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press('Tab')
    reached.push(
      await page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      ),
    )
  }
  expect(reached.slice(1, 5)).toEqual(['Letter.pdf', 'Download Letter.pdf', 'Delete Letter.pdf', 'choose files'])
  await expectAccessibleAt(page, 1440, 820, 390)
})

test('an administrator sets what can be attached, and the box says it', async ({ asAdmin: page, office }) => {
  await page.goto('/settings')
  await page.getByRole('link', { name: /^Documents/ }).click()
  await expect(page.getByRole('checkbox', { name: 'PDF' })).toBeChecked()
  await page.getByLabel('Largest file, in MB').fill('0')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('At least 1 MB')).toBeVisible()
  await page.getByLabel('Largest file, in MB').fill('25')
  await page.getByRole('checkbox', { name: 'PNG' }).check()
  await expectAccessibleAt(page, 1440, 390)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expectToast(page, 'Settings saved')
  const request = await office.createRequest(await office.signIn('admin'))
  await page.goto(`/requests/${request.id}?tab=documents`)
  await expect(page.getByText('PDF, DOC, DOCX, PNG up to 25MB')).toBeVisible()
  await page.goto('/settings/documents')
  await page.getByLabel('Largest file, in MB').fill('10')
  await page.getByRole('checkbox', { name: 'PNG' }).uncheck()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expectToast(page, 'Settings saved')
})
