import type { Locator, Page } from '@playwright/test'
import { expect, failedWith, test } from './test.ts'
import { answer, choose, expectToast, fillNewRequest, newRequestDialog, problem, rowOf } from './steps.ts'

const DRAFT = {
  title: 'Send the manifest to the port operator automatically',
  description: 'Every night the file must go to their interface over SFTP, and their answer must come back.',
}

async function openDraft(page: Page, draft = DRAFT): Promise<Locator> {
  await page.goto('/dashboard?modal=new-request')
  const dialog = newRequestDialog(page)
  await dialog.getByLabel('Title', { exact: true }).fill(draft.title)
  await dialog.getByLabel('Description', { exact: true }).fill(draft.description)
  await dialog.getByRole('tab', { name: 'AI Classification' }).click()
  return dialog
}

test('without title and description a draft is not classified', async ({ asUser: page }) => {
  const dialog = await openDraft(page, { title: 'Only a title', description: '  ' })
  await dialog.getByRole('button', { name: 'Classify This Request' }).click()
  await expectToast(page, 'Missing Information', 'Please fill in both title and description before classifying.')
})

test('a draft is classified, what is taken over stands in the form, and the request is created', async ({
  asUser: page,
}) => {
  const dialog = await openDraft(page)
  await dialog.getByRole('button', { name: 'Classify This Request' }).click()
  await expectToast(page, 'Classification Complete')
  await expect(dialog.getByRole('progressbar', { name: /Confidence \d+%/ })).toBeVisible()
  await expect(dialog.getByText(/^local [\d.]+ ·/)).toBeVisible()
  for (const part of ['Reasoning', 'Processing time'])
    await expect(dialog.getByRole('heading', { name: part, exact: true })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Is Medium right?' })).toBeVisible()
  const marked = dialog.getByRole('group', { name: 'The text with those words highlighted' }).locator('mark').first()
  await expect(marked).toBeHidden()
  await dialog.getByText('Words that decided').click()
  await expect(marked).toBeVisible()

  await dialog.getByText('Other values').click()
  const department = dialog.getByRole('region', { name: 'Responsible department' })
  const suggested = await department.getByRole('button', { name: /^Use / }).innerText()
  await department.getByRole('button', { name: suggested }).click()
  await expect(department.getByText('In your form')).toBeVisible()
  const feedback = page.waitForRequest(
    (req) =>
      req.url().endsWith('/api/ai/feedback') && (req.postDataJSON() as { requestId?: string }).requestId !== undefined,
  )
  await dialog.getByRole('tab', { name: 'Request Form' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Department' })).toHaveText(suggested.replace('Use ', ''))
  await dialog.getByRole('tab', { name: 'AI Classification' }).click()
  await expect(dialog.getByRole('button', { name: 'Re-analyze Request' })).toBeVisible()
  await dialog.getByRole('tab', { name: 'Request Form' }).click()
  await dialog.getByLabel(/^due date/i).fill('2031-03-31')
  await dialog.getByRole('button', { name: 'Submit Request' }).click()
  await expectToast(page, 'Success')
  expect((await feedback).postDataJSON()).toMatchObject({
    decisions: expect.arrayContaining([{ field: 'responsibleDepartment', outcome: 'accepted' }]),
  })
})

test('a classification that ends after the dialog was closed is there for the same text, and for no other', async ({
  asUser: page,
}) => {
  const answered = Promise.withResolvers<void>()
  const requested = Promise.withResolvers<void>()
  await page.route('**/api/ai/classify-request', async (route) => {
    requested.resolve()
    await answered.promise
    await route.continue()
  })
  const dialog = await openDraft(page)
  await dialog.getByRole('button', { name: 'Classify This Request' }).click()
  await requested.promise
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  answered.resolve()
  await expectToast(page, 'Classification Complete')
  await page.getByRole('link', { name: 'New RFD Request' }).first().click()
  await dialog.getByRole('tab', { name: 'AI Classification' }).click()
  await expect(dialog.getByText('Words that decided')).toBeVisible()
  await expect(dialog.getByText('The text has changed')).toHaveCount(0)

  await dialog.getByRole('contentinfo').getByRole('button', { name: 'Discard' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'New RFD Request' }).first().click()
  await dialog.getByRole('tab', { name: 'AI Classification' }).click()
  await expect(dialog.getByRole('button', { name: 'Classify This Request' })).toBeVisible()
})

test('an empty priority takes the suggested one, a chosen one stays', async ({ asUser: page }) => {
  const dialog = await openDraft(page)
  await dialog.getByRole('button', { name: 'Clear it' }).click()
  await dialog.getByRole('button', { name: 'Classify This Request' }).click()
  await dialog.getByText('Other values').click()
  const priority = dialog.getByRole('region', { name: 'Priority' })
  await expect(priority.getByText('In your form')).toBeVisible()
  const suggested = await priority.getByRole('radio', { checked: true }).inputValue()
  await dialog.getByRole('tab', { name: 'Request Form' }).click()
  const field = dialog.getByRole('combobox', { name: 'Priority' })
  await expect(field).toHaveText(new RegExp(suggested, 'i'))

  const other = suggested === 'low' ? 'High' : 'Low'
  await choose(dialog, 'Priority', other)
  await dialog.getByRole('tab', { name: 'AI Classification' }).click()
  await dialog.getByRole('button', { name: 'Re-analyze Request' }).click()
  await expect(dialog.getByRole('heading', { name: `Is ${other} right?` })).toBeVisible()
  await dialog.getByText('Other values').click()
  await expect(priority.getByText(`your form says ${other}`)).toBeVisible()
})

test('one question after the other is answered with the keyboard alone', async ({ asUser: page }) => {
  const dialog = await openDraft(page)
  await dialog.getByRole('button', { name: 'Classify This Request' }).click()
  const answers = dialog.getByRole('button', { name: /^(Use|Keep|Confirm) / })
  for (let answered = 0; answered < 3; answered++) {
    const question = await dialog.getByRole('heading', { name: /^Is .* right\?$/ }).innerText()
    await answers.first().focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('heading', { name: question, exact: true })).toHaveCount(0)
    await expect(dialog.locator('h3').filter({ hasText: /right|answered/ })).toBeFocused()
  }
  await expect(dialog.getByRole('heading', { name: 'All three are answered' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('group', { name: /Priority: the most likely values/ })).toBeVisible()
})

test('whoever types what was asked for a moment ago is told so, with a link, and may submit it all the same', async ({
  asUser: page,
  office,
}) => {
  const mark = crypto.randomUUID().slice(0, 8)
  const draft = {
    title: `Zymurgy permits for microbreweries ${mark}`,
    description: 'Brewers weigh hops by hand and fax the kilograms to the excise desk.',
  }
  const dialog = newRequestDialog(page)
  const hint = dialog.getByRole('status').filter({ hasText: 'This may already have been requested' })
  const type = async () => {
    await page.goto('/dashboard?modal=new-request')
    await dialog.getByLabel('Title', { exact: true }).fill(draft.title)
    await dialog.getByLabel('Description', { exact: true }).fill(draft.description)
  }
  // Typed before the request exists: this empty answer must not be reused from the cache later.
  const none = page.waitForResponse((res) => res.url().endsWith('/api/ai/similar') && res.ok())
  await type()
  await none
  await expect(hint).toHaveCount(0)
  await page.keyboard.press('Escape')

  const { id, requestId } = await office.createRequest(await office.signIn('manager'), draft)
  await type()
  const link = hint.getByRole('link', { name: new RegExp(`${requestId} .*${mark}`) })
  await expect(link).toBeVisible()
  await expect(link).toHaveAttribute('href', `/requests/${id}`)

  await fillNewRequest(page, { ...draft, department: 'Operations', priority: 'Low', dueDate: '2031-03-31' })
  await dialog.getByRole('button', { name: 'Submit Request' }).click()
  await expectToast(page, 'Success', 'RFD request created successfully')
})

test('a title that was asked for already is named under the description, within reach of the keyboard', async ({
  asUser: page,
  office,
}) => {
  const draft = {
    title: `Count the empty crates of brewers ${crypto.randomUUID().slice(0, 8)}`,
    description: 'The excise desk pays the deposit back by the crate, and somebody counts them in the yard.',
  }
  const { requestId } = await office.createRequest(await office.signIn('manager'), draft)
  await page.goto('/dashboard?modal=new-request')
  const dialog = newRequestDialog(page)
  const title = dialog.getByLabel('Title', { exact: true })
  await title.fill(draft.title.toLowerCase())
  const link = dialog.getByRole('status').getByRole('link', { name: new RegExp(requestId) })
  await expect(link).toBeVisible()
  await expect(title).toBeFocused()
  await dialog.getByLabel('Description', { exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
})

test('a text too long to be submitted is not compared', async ({ asUser: page }) => {
  let calls = 0
  await page.route('**/api/ai/similar', async (route) => {
    calls++
    await route.continue()
  })
  await page.clock.install()
  await page.goto('/dashboard?modal=new-request')
  const dialog = newRequestDialog(page)
  const title = dialog.getByLabel('Title', { exact: true })
  await title.fill('Warn the carrier '.repeat(20))
  await dialog.getByLabel('Description', { exact: true }).fill(DRAFT.description)
  await page.clock.runFor(2000)
  expect(calls).toBe(0)
  const compared = page.waitForResponse((res) => res.url().endsWith('/api/ai/similar'))
  await title.fill(DRAFT.title)
  expect((await compared).ok()).toBe(true)
})

test('with the engine down the failure is said, nothing is lost, and the request is created', async ({
  asUser: page,
  expected,
}) => {
  expected.push(failedWith(503))
  await answer(page, /\/api\/ai\//, { status: 503, body: problem('The engine is not available now.') })
  const dialog = await openDraft(page)
  await dialog.getByRole('button', { name: 'Classify This Request' }).click()
  await expectToast(page, 'Classification Failed', 'Failed to classify the request. Please try again.')
  await expect(dialog.getByText('The request was not classified')).toBeVisible()
  await dialog.getByRole('tab', { name: 'Request Form' }).click()
  await fillNewRequest(page, { ...DRAFT, department: 'Operations', dueDate: '2031-03-31' })
  await dialog.getByRole('button', { name: 'Submit Request' }).click()
  await expectToast(page, 'Success', 'RFD request created successfully')
})

test('the label of a row says the suggestion on focus and leads to its grounds', async ({ asManager: page }) => {
  await page.goto('/requests?status=completed')
  const row = page.getByRole('row').nth(1)
  const label = row.getByRole('link', { name: 'AI Classified' })
  await expect(label).toBeVisible({ timeout: 300_000 })
  await label.focus()
  await expect(page.getByRole('tooltip')).toContainText(/Priority: .+\d+%.+Development type: /)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await label.press('Enter')
  await expect(page.getByRole('tab', { name: 'AI Analysis', selected: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'AI Classification' })).toBeVisible()
})

test('an analysis is run, stays with its request and shows what it rests on', async ({ asManager: page, office }) => {
  const request = await office.createRequest(await office.signIn('user'), DRAFT)
  await page.goto(`/dashboard?request=${request.id}&tab=ai`)
  await page.getByRole('button', { name: 'Run AI Analysis' }).click()
  await expect(page.getByRole('img', { name: /four in five between/i })).toBeVisible()
  await expect(page.getByRole('meter', { name: 'Complexity' })).toBeVisible()
  for (const part of ['Key factors', 'Risk factors', 'Recommendations', 'Factors'])
    await expect(page.getByRole('heading', { name: part, exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('img', { name: /four in five between/i })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Re-analyze' })).toBeVisible()
})

test('a failed analysis is said in the panel, without a toast, and tried again', async ({
  asManager: page,
  office,
  expected,
}) => {
  expected.push(failedWith(503), /The analysis failed/)
  const request = await office.createRequest(await office.signIn('user'))
  await answer(page, /\/api\/ai\/predict-time/, { status: 503, body: problem('The engine is not available now.') })
  await page.goto(`/requests?search=${encodeURIComponent(request.title)}`)
  await rowOf(page, request.title).getByRole('button', { name: 'View' }).click()
  await page.getByRole('tab', { name: 'AI Analysis' }).click()
  await page.getByRole('button', { name: 'Run AI Analysis' }).click()
  await expect(page.getByRole('alert')).toContainText('The engine is not available now.')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('img', { name: /four in five between/i })).toBeVisible()
})
