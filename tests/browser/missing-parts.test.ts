import { expect, test } from './test.ts'
import { expectToast, fillNewRequest, newRequestDialog, rowOf } from './steps.ts'

/** What the browser and React say about code that didn't come. */
const NOT_FETCHED = [/net::ERR_FAILED/, /PanelMissing/, /dynamically imported module/, /preload/i]
const note = 'This part could not be loaded'

test('a tab whose code does not come leaves the form as it is, and comes on the second try', async ({
  asUser: page,
  expected,
}) => {
  expected.push(...NOT_FETCHED)
  await page.route(/\/assets\/(ClassificationPanel|SimilarHint)[^/]*\.js/, (route) => route.abort())
  await page.goto('/dashboard?modal=new-request')
  const form = await fillNewRequest(page, {
    title: 'Written on a train',
    description: 'Through a tunnel.',
    department: 'Operations',
    dueDate: '2031-01-31',
  })
  await form.getByRole('tab', { name: 'AI Classification' }).click()
  await expect(form.getByRole('alert')).toContainText(note)
  await page.unrouteAll()
  await form.getByRole('button', { name: 'Try again' }).click()
  await expect(form.getByRole('button', { name: 'Classify This Request' })).toBeVisible()
  await form.getByRole('tab', { name: 'Request Form' }).click()
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Written on a train')
  await form.getByRole('button', { name: 'Submit Request' }).click()
  await expectToast(page, 'Success')
})

test('a dialog whose code does not come leaves the page as it is, and opens on the second try', async ({
  asUser: page,
  office,
  expected,
}) => {
  expected.push(...NOT_FETCHED)
  const request = await office.createRequest(await office.signIn('user'))
  let isLost = true
  await page.route(/\/assets\/RequestDialogs[^/]*\.js/, (route) => (isLost ? route.abort() : route.continue()))
  await page.goto('/requests')
  await rowOf(page, request.title).getByRole('button', { name: 'View' }).click()
  const missing = page.getByRole('alertdialog', { name: note })
  await expect(missing).toBeVisible()
  await missing.getByRole('button', { name: 'Close' }).click()
  await expect(missing).toBeHidden()
  await expect(page).toHaveURL(/\/requests$/)
  await expect(rowOf(page, request.title)).toBeVisible()
  await page.getByRole('link', { name: 'New RFD Request' }).first().click()
  await expect(missing).toBeVisible()
  isLost = false
  // A pointer on its way there would fetch the code by itself.
  await missing.getByRole('button', { name: 'Try again' }).dispatchEvent('click')
  await expect(newRequestDialog(page)).toBeVisible()
})
