import { expect, test } from './test.ts'
import { newRequestDialog } from './steps.ts'

const RANGES =
  /^Half of such requests take \d[\d,]*( to \d[\d,]*)? days? from submission to completion, four in five \d[\d,]*( to \d[\d,]*)?\.$/

/** The demo office grants access within days, so the comparable requests are always similar enough. */
const ACCESS = {
  title: 'Access right to the seizure register for a new officer',
  description: 'Security has approved the access. Please change the permission in the role of her account.',
}

test('an analysis shows the middle half beside the wide range, where the request stands and what would narrow it', async ({
  asManager: page,
  office,
}) => {
  const { id } = await office.createRequest(await office.signIn('user'), {
    ...ACCESS,
    priority: 'medium',
    department: 'security',
  })
  await page.goto(`/requests/${id}?tab=ai`)
  await page.getByRole('tab', { name: 'AI Analysis' }).click()
  await page.getByRole('button', { name: 'Run AI Analysis' }).click()
  await expect(page.getByText(RANGES)).toBeVisible()
  await expect(page.getByText(/of the last \d+ finished requests\.$/)).toBeVisible()
  await expect(page.getByText(/Durations are compared by|Nothing that is recorded/)).toBeVisible()
  await expect(page.getByRole('img', { name: /^Estimate .+, half between .+, four in five between / })).toBeVisible()
})

test('the classification of a draft says the same of its processing time', async ({ asUser: page }) => {
  await page.goto('/dashboard?modal=new-request')
  const dialog = newRequestDialog(page)
  await dialog.getByLabel('Title', { exact: true }).fill(ACCESS.title)
  await dialog.getByLabel('Description', { exact: true }).fill(ACCESS.description)
  await dialog.getByRole('tab', { name: 'AI Classification' }).click()
  await dialog.getByRole('button', { name: 'Classify This Request' }).click()
  await expect(dialog.getByRole('heading', { name: 'Processing time', exact: true })).toBeVisible()
  await expect(dialog.getByText(RANGES)).toBeVisible()
  await expect(dialog.getByText(/of the last \d+ finished requests\.$/)).toBeVisible()
})
