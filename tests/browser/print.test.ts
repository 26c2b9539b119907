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
