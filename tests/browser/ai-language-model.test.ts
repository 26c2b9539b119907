import type { Page } from '@playwright/test'
import type { AiSettingsChange } from '../../shared/settings.ts'
import { fakeLanguageModel } from '../../server/testing/language-model.ts'
import { content, faults, good, status } from '../../server/testing/language-model-answers.ts'
import { expectAccessibleAt } from './axe.ts'
import type { Office } from './office.ts'
import { expectToast, fillNewRequest, newRequestDialog } from './steps.ts'
import { expect, failedWith, test } from './test.ts'

let fake: Awaited<ReturnType<typeof fakeLanguageModel>>
test.beforeAll(async () => {
  fake = await fakeLanguageModel()
})
test.afterAll(() => fake.close())

async function setUp(office: Office, change: AiSettingsChange): Promise<void> {
  const { token } = await office.signIn('admin')
  const res = await fetch(`${office.url}/api/settings/ai`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })
  expect(res.status).toBe(200)
}
// A separate key for each test: the circuit breaker of an endpoint that failed in one test must not affect the next.
const inUse = (office: Office) =>
  setUp(office, { baseUrl: fake.url, model: 'office-7b', apiKey: `sk-${crypto.randomUUID()}`, timeLimitSeconds: 11 })

test.beforeEach(() => fake.behave(good()))
test.afterEach(({ office }) => setUp(office, { baseUrl: '', model: '', timeLimitSeconds: 11, keepLocal: false }))

const settingsOf = async (page: Page) => {
  await page.goto('/settings')
  await page.getByRole('main').getByRole('link', { name: 'Language Model' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Language Model' })).toBeVisible()
}

test('an administrator tests, saves and replaces what the model is reached by, and never sees the key again', async ({
  asAdmin: page,
  expected,
}) => {
  expected.push(failedWith(400))
  await settingsOf(page)
  await expect(page.getByText('Not set up')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeDisabled()
  await page.getByLabel('Address').fill('http://llm.example/v1')
  await page.getByLabel('Model', { exact: true }).fill('office-7b')
  await page.getByLabel('Key').fill('sk-office-0123456789')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText(/must begin with https/)).toBeVisible()
  await expect(page.getByLabel('Address')).toBeFocused()

  await page.getByLabel('Address').fill(fake.url)
  await page.getByRole('button', { name: 'Test now' }).click()
  await expect(page.getByText(/^office-7b-2026-01 answered in [\d,]+ ms$/)).toBeVisible()
  await expect(page.getByText('It supports answers that follow a schema.')).toBeVisible()
  await page.getByLabel('Address').press('Enter')
  await expectToast(page, 'Settings saved')
  await expect(page.getByText('In use', { exact: true })).toBeVisible()
  await expect(page.getByText('Set, ends in 6789')).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('Address')).toHaveValue(fake.url)
  await expect(page.getByText('Set, ends in 6789')).toBeVisible()
  expect(await page.content()).not.toContain('sk-office')
  await expect(page.getByRole('table').getByRole('row', { name: /Test/ })).toContainText('321')

  await page.getByRole('button', { name: 'Replace' }).click()
  await expect(page.getByLabel('Key')).toBeFocused()
  await page.getByLabel('Key').fill('sk-another-key-9876')
  fake.behave(faults.unauthorized)
  await page.getByRole('button', { name: 'Test now' }).click()
  await expect(page.getByText('It refused the key. It says: Incorrect API key provided: ….')).toBeVisible()
  await page.getByRole('button', { name: 'Keep the stored key' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Save settings' }).click()
  // The key field is editable and empty again: no key is stored.
  await expect(page.locator('input[type=password]')).toHaveValue('')
})

test('another host is told to lose the key, and what is unsaved is kept as a draft, but for the key', async ({
  asAdmin: page,
  office,
}) => {
  await inUse(office)
  await settingsOf(page)
  await page.getByLabel('Address').fill('https://llm.example/v1')
  await expect(page.getByText('Will be removed when you save')).toBeVisible()
  await page.getByRole('button', { name: 'Replace' }).click()
  await page.getByLabel('Key').fill('sk-unsaved')
  await expect(page.getByText(/Draft saved at/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Draft restored')).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('https://llm.example/v1')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('sk-unsaved')
  await page.getByRole('button', { name: 'Discard' }).first().click()
  await expect(page.getByLabel('Address')).toHaveValue(fake.url)
  await expect(page.getByText(/^Set, ends in /)).toBeVisible()
})

test('"keep everything on this machine" is one click, and then nothing is sent', async ({ asAdmin: page, office }) => {
  await inUse(office)
  await settingsOf(page)
  await page.getByLabel('Keep everything on this machine').check()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Kept on this machine', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Test now' }).click()
  await expect(page.getByText('Everything is kept on this machine, so nothing was sent.')).toBeVisible()
  expect(fake.asked).toEqual([])
})

async function classified(page: Page, title: string) {
  await page.goto('/dashboard?modal=new-request')
  const dialog = await fillNewRequest(page, {
    title,
    description: 'Passwords alone were stolen twice this year.',
    department: 'Cybersecurity',
    dueDate: '2031-03-31',
  })
  await dialog.getByRole('tab', { name: 'AI Classification' }).click()
  await expect(dialog.getByText('The language model office-7b reads this too')).toBeVisible()
  await dialog.getByRole('button', { name: 'Classify This Request' }).click()
  // Two attempts with the model may take its whole time limit, and the page retries once after a failure.
  await expect(dialog.getByText('Words that decided')).toBeVisible()
  return dialog
}

test('a classification names the model that made it', async ({ asUser: page, office }) => {
  await inUse(office)
  const dialog = await classified(page, 'Two-factor sign-in for customs brokers')
  await expect(dialog.getByText('Language model office-7b-2026-01')).toBeVisible()
  await expect(dialog.getByText('Another system is involved, and the work at the gate waits for it.')).toBeVisible()
  await expect(dialog.getByText(/this is the local engine’s answer/)).toHaveCount(0)
})

test('when the model fails the local answer is shown with a note, and the request is submitted', async ({
  asUser: page,
  office,
}) => {
  await inUse(office)
  fake.behave(status(500))
  const title = `Two-factor sign-in ${crypto.randomUUID().slice(0, 8)}`
  const dialog = await classified(page, title)
  await expect(dialog.getByText('The language model failed; this is the local engine’s answer.')).toBeVisible()
  await dialog.getByRole('tab', { name: 'Request Form' }).click()
  await dialog.getByRole('button', { name: /Submit|Create/ }).click()
  await expect(newRequestDialog(page)).toHaveCount(0)
  await page.goto(`/requests?search=${encodeURIComponent(title)}`)
  await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(1)
})

test('an analysis says so too, also when the page is opened anew', async ({ asManager: page, office }) => {
  await inUse(office)
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/requests/${request.id}?tab=ai`)
  await page.getByRole('button', { name: 'Run AI Analysis' }).click()
  await expect(page.getByText('Language model office-7b-2026-01')).toBeVisible()
  await expect(page.getByText('Their dates are not known yet.')).toBeVisible()
  fake.behave(faults.html)
  await page.getByRole('button', { name: 'Re-analyze' }).click()
  const note = page.getByText('The language model’s answer could not be used; this is the local engine’s answer.')
  await expect(note).toBeVisible()
  await page.reload()
  await expect(note).toBeVisible()
})

test('a question that the assistant asks back about is read by the model, with chips and its name', async ({
  asManager: page,
  office,
}) => {
  await inUse(office)
  await page.goto('/ai-assistant')
  const conversation = page.getByRole('region', { name: 'Conversation' })
  const field = page.getByLabel('Your message')
  const ask = async (question: string) => {
    await field.fill(question)
    await field.press('Enter')
    await expect(conversation.getByRole('listitem').filter({ hasText: question })).toBeVisible()
  }
  fake.behave(content('There are 7 stragglers.'))
  await ask('Any stragglers at Compliance?')
  await expect(
    page.getByText('The language model’s answer could not be used; this is the local engine’s answer.'),
  ).toBeVisible()
  await expect(conversation.getByRole('list', { name: 'Did you mean' }).last()).toBeVisible()
  await expect(conversation).not.toContainText('7 stragglers')

  const query = { measure: 'count', filter: { status: ['pending', 'in_progress'], department: ['compliance'] } }
  fake.behave(good({ query, leftOut: ['stragglers'] }))
  await ask('Any stragglers at Compliance now?')
  await expect(conversation.getByText(/^I left out “stragglers”.* open requests? in Compliance\.$/)).toBeVisible()
  const readBy = conversation.getByText(/question read by language model office-7b-2026-01/)
  await expect(readBy).toBeVisible()
  await expectAccessibleAt(page, 1366, 390)
  await page.reload()
  await expect(readBy).toBeVisible()

  fake.behave(good())
  const chips = conversation.getByRole('group', { name: 'Understood as' }).last()
  // An earlier test may have asked the same as this manager.
  const all = conversation.getByText(/^[\d,]+ open requests\.$/)
  const before = await all.count()
  await chips.getByRole('button', { name: 'Remove filter Department: Compliance' }).click()
  await expect(all).toHaveCount(before + 1)
  expect(fake.asked).toEqual([])
})

test('the full settings are accessible and fit a phone', async ({ asAdmin: page, office }) => {
  await inUse(office)
  await settingsOf(page)
  fake.behave(status(404))
  await page.getByRole('button', { name: 'Test now' }).click()
  await expect(page.getByText('The test failed')).toBeVisible()
  await page.getByRole('button', { name: 'Replace' }).click()
  await page.getByLabel('Time limit').fill('99')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('At most 12 seconds')).toBeVisible()
  await expectAccessibleAt(page, 1440, 1024, 390)
})
