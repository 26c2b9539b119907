import type { Page } from '@playwright/test'
import { expectAccessibleAt } from './axe.ts'
import { documents, file, files, longPdf, pdf, picker, whole } from './files.ts'
import { expectToast } from './steps.ts'
import { expect, failedWith, test } from './test.ts'

/** A `DataTransfer` with files, for drag and paste events. */
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
  await expect(files(page)).toContainText('No connection. The upload continues once the connection is back.')
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
