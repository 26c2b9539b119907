import { expectAccessibleAt } from './axe.ts'
import { newRequestDialog, openBatchStart } from './steps.ts'
import { expect, test } from './test.ts'

/** The AI screens with content; their empty states are tested with all screens. */

for (const [state, opened] of [
  ['as it comes', []],
  ['with everything opened', ['Other values', 'Words that decided']],
] as const)
  test(`a classified draft ${state} is accessible and fits a phone`, async ({ asUser: page }) => {
    await page.goto('/dashboard?modal=new-request')
    const dialog = newRequestDialog(page)
    await dialog.getByLabel('Title', { exact: true }).fill('Two-factor sign-in for customs brokers')
    await dialog.getByLabel('Description', { exact: true }).fill('Passwords alone were stolen twice this year.')
    await dialog.getByRole('tab', { name: 'AI Classification' }).click()
    await dialog.getByRole('button', { name: 'Classify This Request' }).click()
    await expect(dialog.getByText('Words that decided')).toBeVisible()
    for (const label of opened) await dialog.getByText(label).click()
    await expectAccessibleAt(page, 1440, 390)
  })

test('an analysis is accessible and fits a phone', async ({ asManager: page, office }) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/dashboard?request=${request.id}&tab=ai`)
  await page.getByRole('button', { name: 'Run AI Analysis' }).click()
  await expect(page.getByRole('button', { name: 'Re-analyze' })).toBeVisible()
  await expectAccessibleAt(page, 1440, 390)
})

test('a conversation with its figures is accessible and fits a phone', async ({ asManager: page }) => {
  await page.goto('/ai-assistant')
  for (const example of [
    'What is overdue and critical?',
    'Open requests by department',
    'Compare this month with last month',
  ]) {
    const field = page.getByLabel('Your message')
    await field.fill(example)
    await field.press('Enter')
    await expect(page.getByText('is looking it up')).toHaveCount(0)
  }
  await expect(page.getByRole('region', { name: 'Conversation' }).getByRole('table')).not.toHaveCount(0)
  await expectAccessibleAt(page, 1440, 390)
})

test('the rows of a batch are accessible and fit a phone', async ({ asAdmin: page, office }) => {
  // Other tests may have decided about all others.
  await office.createRequest(await office.signIn('user'), {
    title: 'All declarations are blocked at every border post',
    description: 'Nobody can release goods since this morning, and the law demands it today.',
    priority: 'low',
  })
  const start = await openBatchStart(page)
  await start.click()
  await expect(page.getByText('The backlog has been analyzed')).toBeVisible()
  await page
    .getByRole('button', { name: /^Correct RFD/ })
    .first()
    .click()
  await expectAccessibleAt(page, 1440, 390)
})
