import { documents, file, files, longPdf, pdf, picker, whole } from './files.ts'
import { PASSWORD } from './office.ts'
import { expectToast, fillNewRequest, newRequestDialog, toasts } from './steps.ts'
import { expect, failedWith, test } from './test.ts'

test('a new request arrives with its files, which its draft has kept over a reload', async ({ asUser: page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/dashboard?modal=new-request')
  const dialog = await fillNewRequest(page, {
    title: `Read the seal number ${crypto.randomUUID()}`,
    description: 'Officers copy it by hand today.',
    department: 'Operations',
    dueDate: '2031-03-31',
  })
  await picker(dialog).setInputFiles([file('Whole.pdf', await pdf('whole')), file('tool.exe', Buffer.from('MZ'))])
  await expect(whole(dialog)).toHaveCount(1)
  await expect(files(dialog)).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Submit Request' }).click()
  // The form is longer than the dialog: the reason is scrolled into view.
  await expect(dialog.getByRole('alert')).toContainText('One file cannot be attached. Remove it to continue.')
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('button', { name: 'Remove tool.exe' }).click()
  await expect(dialog.getByText(/^Draft (saved|restored)/)).toBeVisible()
  await page.reload()
  await expect(whole(dialog)).toHaveCount(1)
  await expect(dialog.getByLabel('Description', { exact: true })).toHaveValue('Officers copy it by hand today.')
  await dialog.getByRole('button', { name: 'Submit Request' }).click()
  await expectToast(page, 'RFD request created successfully')
  await page.getByRole('button', { name: /^View RFD-/ }).click()
  await page.getByRole('tab', { name: 'Documents 1' }).click()
  await expect(documents(page)).toContainText(['Whole.pdf'])
})

test('Submit waits for files on their way; half of a file is asked for again after a reload', async ({
  asUser: page,
  expected,
}) => {
  expected.push(/net::ERR_FAILED|net::ERR_ABORTED/)
  await page.goto('/dashboard?modal=new-request')
  let isCut = true
  await page.route('**/api/uploads/*?offset=1048576', (route) => (isCut ? route.abort() : route.continue()))
  const dialog = await fillNewRequest(page, {
    title: `Print the gate pass ${crypto.randomUUID()}`,
    description: 'Drivers wait for it.',
    department: 'Operations',
    dueDate: '2031-03-31',
  })
  const long = file('Long.pdf', await longPdf('submitted'))
  await picker(dialog).setInputFiles(long)
  await expect(files(dialog)).toContainText('No connection')
  await expect(dialog.getByText(/^Draft (saved|restored)/)).toBeVisible()
  // The draft is stored shortly after the upload was announced.
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('Long.pdf')
  page.on('dialog', (question) => void question.accept())
  await page.reload()
  await expect(files(dialog)).toContainText('Choose this file again to upload the rest of it.')
  await expect(files(dialog)).toContainText('41% uploaded')
  await picker(dialog).setInputFiles(long)
  await expect(files(dialog)).toHaveCount(1)
  await expect(files(dialog)).toContainText('No connection')
  await dialog.getByRole('button', { name: 'Submit Request' }).click()
  await expect(dialog.getByText('The request is sent as soon as its files have arrived.')).toBeVisible()
  isCut = false
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectToast(page, 'RFD request created successfully')
  await expect(newRequestDialog(page)).toHaveCount(0)
})

test('a session that ends meanwhile keeps text and files, and sending goes on after the next sign-in', async ({
  asUser: page,
  expected,
}) => {
  expected.push(failedWith(401))
  let isOver = true
  await page.route('**/api/uploads/*?offset=1048576', (route) =>
    isOver
      ? route.fulfill({ status: 401, json: { error: 'Sign in first.', code: 'not-signed-in' } })
      : route.continue(),
  )
  await page.goto('/dashboard?modal=new-request')
  const dialog = newRequestDialog(page)
  await dialog.getByLabel('Title', { exact: true }).fill('Keep this title')
  await picker(dialog).setInputFiles(file('Long.pdf', await longPdf('session')))
  await expect(page.getByLabel('Username')).toBeVisible()
  isOver = false
  await page.getByLabel('Username').fill('user')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog.getByLabel('Title', { exact: true })).toHaveValue('Keep this title')
  await expect(whole(dialog)).toContainText(['Long.pdf'])
  await dialog.getByRole('button', { name: 'Discard' }).click()
})

test('a discarded draft takes its files along, and Undo brings both back', async ({ asUser: page }) => {
  await page.goto('/dashboard?modal=new-request')
  const dialog = newRequestDialog(page)
  await expect(dialog.getByText('PDF, DOC, DOCX up to 10MB')).toBeVisible()
  await picker(dialog).setInputFiles(file('Kept.pdf', await pdf('kept')))
  await expect(whole(dialog)).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(files(dialog)).toHaveCount(0)
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(whole(dialog)).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Remove Kept.pdf' }).click()
  await expect(files(dialog)).toHaveCount(0)
})
