import { pagesOf } from '../../server/testing/documents/read-pdf.ts'
import { newRequestDialog } from './steps.ts'
import { expect, test } from './test.ts'

test('a request is printed as a sheet of numbered boxes, and nothing of it stays behind on the screen', async ({
  asManager: page,
  office,
}) => {
  const signedIn = await office.signIn('manager')
  const request = await office.createRequest(signedIn, { title: 'تحديث جدول التعريفة' })
  await office.editRequest(signedIn, request.id, { priority: 'critical' })
  await page.goto(`/requests/${request.requestId}`)
  await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible()
  const sheet = page.locator('[data-sheet=request]')
  await expect(sheet).toHaveCount(0)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await expect(sheet).toBeVisible()
  await expect(page.getByRole('main')).toBeHidden()
  for (const text of [request.requestId, request.title, '1 Status', '12 Date', 'Priority: Medium → Critical'])
    await expect(sheet).toContainText(text)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(sheet).toHaveCount(0)
})

test('a request printed over the list is upright, on as many sheets as from its page', async ({
  asManager: page,
  office,
}) => {
  const request = await office.createRequest(await office.signIn('manager'))
  const printed = async (address: string) => {
    await page.goto(address)
    await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible()
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
    const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? []
    return { isUpright: Number(width) < Number(height), sheets: await pagesOf(pdf) }
  }
  const fromPage = await printed(`/requests/${request.requestId}`)
  const fromDialog = await printed(`/requests?request=${request.id}&tab=details`)
  expect([fromPage.isUpright, fromDialog.isUpright]).toEqual([true, true])
  expect(fromDialog.sheets).toHaveLength(fromPage.sheets.length)
  // The address at the foot leaves room for the page number.
  expect(fromDialog.sheets[0]?.replaceAll(/\s/g, '')).toMatch(/Page1of\d/)
})

test('a form that is being filled in is printed with its whole text', async ({ asUser: page }) => {
  await page.goto('/dashboard?modal=new-request')
  const lines = Array.from({ length: 30 }, (_, i) => `Line ${i + 1} of the text.`)
  await newRequestDialog(page).getByLabel('Description', { exact: true }).fill(lines.join('\n'))
  const text = (await pagesOf(await page.pdf({ format: 'A4' }))).join(' ').replaceAll(/\s+/g, '')
  for (const line of lines) expect(text).toContain(line.replaceAll(' ', ''))
})
