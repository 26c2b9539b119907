import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessibleAt } from './axe.ts'
import { attach, buildPdf } from './documents.ts'
import { PASSWORD } from './office.ts'
import { expect, failedWith, test } from './test.ts'
import { expectToast, fillNewRequest, newRequestDialog, toasts } from './steps.ts'

const pdf = (text: string) => buildPdf([text])
/** Larger than one piece, so that something is left after it. */
const longPdf = async (text: string) => Buffer.concat([await pdf(text), Buffer.alloc(2_500_000, '% tariff line\n')])
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })
const picker = (within: Page | Locator) => within.locator('input[type=file]')
const documents = (page: Page) => page.getByRole('list', { name: 'Documents', exact: true }).getByRole('listitem')
const files = (within: Page | Locator) => within.getByRole('list', { name: 'Files', exact: true }).getByRole('listitem')
const whole = (within: Page | Locator) => files(within).filter({ hasText: 'checked' })

/** Files in the hands of a person, for events that carry them. */
function hold(page: Page, named: { name: string; text: string }[]) {
  return page.evaluateHandle((list) => {
    const transfer = new DataTransfer()
    for (const { name, text } of list) transfer.items.add(new File([text], name, { type: 'application/pdf' }))
    return transfer
  }, named)
}

test('files are chosen, dropped and pasted on the tab of a request, and a name is never markup', async ({
  asUser: page,
  office,
}) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/requests/${request.id}?tab=documents`)
  await expect(page.getByRole('heading', { name: 'No documents attached' })).toBeVisible()
  await expect(page.getByText('PDF, DOC, DOCX up to 10MB')).toBeVisible()
  await picker(page).setInputFiles([file('One.pdf', await pdf('one')), file('Two.pdf', await pdf('two'))])
  await expect(documents(page)).toHaveCount(2)

  const text = (await pdf('three')).toString('latin1')
  const dropped = await hold(page, [{ name: '<img src=x onerror="window.ran=1">.pdf', text }])
  await page.dispatchEvent('article', 'dragover', { dataTransfer: dropped })
  await expect(page.getByText('Drop the files to add them')).toBeVisible()
  await page.dispatchEvent('article', 'drop', { dataTransfer: dropped })
  await expect(page.getByText('Drop the files to add them')).toHaveCount(0)
  await expect(documents(page)).toHaveCount(3)
  await expect(documents(page).last()).toContainText('<img src=x onerror="window.ran=1">.pdf')
  await expect(documents(page).last()).toContainText(/PDF · .*(bytes|kB)/)

  const pasted = await hold(page, [{ name: 'Pasted.pdf', text: (await pdf('four')).toString('latin1') }])
  await page.evaluate((clipboardData) => {
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, pasted)
  await expect(documents(page)).toHaveCount(4)
  await expect(page.getByRole('tab', { name: 'Documents 4' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Files', exact: true })).toHaveCount(0)

  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(page.getByText('attached <img src=x')).toBeVisible()
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

test('a file dropped beside the dialog is not taken and does not leave the page', async ({ asUser: page, office }) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/requests/${request.id}?tab=documents`)
  await expect(page.getByText('PDF, DOC, DOCX up to 10MB')).toBeVisible()
  const prevented = await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'x.pdf'))
    const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
    return !document.documentElement.dispatchEvent(event)
  })
  expect(prevented).toBe(true)
  await expect(page.getByRole('list', { name: 'Files', exact: true })).toHaveCount(0)
})

test('what cannot be attached is said with its reason, and the others arrive', async ({
  asUser: page,
  office,
  expected,
}) => {
  expected.push(failedWith(415))
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/requests?request=${request.id}&tab=documents`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('PDF, DOC, DOCX up to 10MB')).toBeVisible()
  await picker(dialog).setInputFiles([
    file('tool.exe', Buffer.from('MZ')),
    file('page.pdf', Buffer.from('<!doctype html><script>window.ran=1</script>')),
    file('Good.pdf', await pdf('good')),
  ])
  await expect(documents(page)).toHaveCount(1)
  await expect(files(dialog)).toHaveCount(2)
  await expect(files(dialog).filter({ hasText: 'tool.exe' })).toContainText('Only PDF, DOC, and DOCX can be attached.')
  await expect(files(dialog).filter({ hasText: 'page.pdf' })).toContainText('not uploaded')
  await expectAccessibleAt(page, 1440, 390)
  await dialog.getByRole('button', { name: 'Remove tool.exe' }).click()
  await dialog.getByRole('button', { name: 'Remove page.pdf' }).click()
  await expect(dialog.getByRole('button', { name: 'choose files' })).toBeFocused()
})

test('an upload goes on from where it was after the connection was cut, and can be cancelled', async ({
  asUser: page,
  office,
  expected,
}) => {
  expected.push(/net::ERR_FAILED|net::ERR_ABORTED/)
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/requests/${request.id}?tab=documents`)
  await expect(page.getByText('PDF, DOC, DOCX up to 10MB')).toBeVisible()
  const offsets: string[] = []
  let isCut = true
  await page.route('**/api/uploads/*?offset=*', (route) => {
    const offset = new URL(route.request().url()).searchParams.get('offset') ?? ''
    if (offset !== '0' && isCut) return route.abort()
    offsets.push(offset)
    return route.continue()
  })
  await picker(page).setInputFiles(file('Long.pdf', await longPdf('long')))
  await expect(files(page)).toContainText('No connection. It goes on by itself once the connection is back.')
  await expect(page.getByRole('progressbar', { name: 'Upload of Long.pdf' })).toHaveAttribute('aria-valuenow', '41')
  isCut = false
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(documents(page)).toHaveCount(1)
  expect(offsets).toEqual(['0', '1048576', '2097152'])

  isCut = true
  await picker(page).setInputFiles(file('Unwanted.pdf', await longPdf('unwanted')))
  await expect(files(page)).toContainText('No connection')
  const removed = page.waitForResponse((res) => res.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Cancel the upload of Unwanted.pdf' }).click()
  expect((await removed).status()).toBe(204)
  await expect(files(page)).toHaveCount(0)
  await expect(documents(page)).toHaveCount(1)
})

test('a new request arrives with its files, which its draft has kept over a reload', async ({ asUser: page }) => {
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
  await expect(dialog.getByRole('alert')).toContainText('One file has not arrived. Try again or remove it.')
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
  // The draft is stored a moment after the file was announced.
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

test('Upload Documentation attaches files to a request that is found by its number', async ({
  asManager: page,
  office,
}) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Upload Documentation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Documentation' })
  await dialog.getByRole('button', { name: 'Attach to request' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Choose at least one file.')
  await picker(dialog).setInputFiles(file('Annex.pdf', await pdf('annex')))
  await expect(whole(dialog)).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Attach to request' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Choose the request that the files belong to.')
  await dialog.getByPlaceholder('Search by number or title...').fill(request.requestId)
  await dialog.getByRole('radio', { name: request.requestId }).check()
  await expectAccessibleAt(page, 1366, 390)
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Attach to request' }).click()
  await expectToast(page, 'Documents attached', `One file attached to ${request.requestId}`)
  await page.getByRole('button', { name: `View ${request.requestId}` }).click()
  await expect(documents(page)).toContainText(['Annex.pdf'])
})

test('the box and the list are walked by keyboard', async ({ asUser: page, office }) => {
  const user = await office.signIn('user')
  const request = await office.createRequest(user)
  await attach(office.url, user.token, request.id, { 'Letter.pdf': await pdf('keyboard') })
  await page.goto(`/requests/${request.id}?tab=documents`)
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
