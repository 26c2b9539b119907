import { expectToast, newRequestDialog, toasts } from './steps.ts'
import { expect, failedWith, test } from './test.ts'

const LATER = 'Please try again in 3 seconds.'

/** The server's answer to a client that exceeds a rate limit. */
const REFUSAL = {
  status: 429,
  headers: { 'retry-after': '3' },
  json: { error: `You have sent too many changes in a short time. ${LATER}`, code: 'too-many-calls' },
}

test('an administrator sets what one person may send; a mistake is named at its field', async ({ asAdmin: page }) => {
  await page.goto('/settings')
  await page.getByRole('main').getByRole('link', { name: 'Fair Use' }).click()
  const burst = page.getByLabel('Changes at once')
  const save = page.getByRole('button', { name: 'Save settings' })
  await expect(burst).toHaveValue('300')
  await expect(page.getByLabel('Changes per second after that')).toHaveValue('20')
  await expect(page.getByLabel('AI calls at once')).toHaveValue('60')
  await expect(page.getByLabel('AI calls per second after that')).toHaveValue('5')
  await expect(save).toBeDisabled()
  await burst.fill('99')
  await save.click()
  await expect(page.getByText('At least 100')).toBeVisible()
  await expect(burst).toBeFocused()
  await burst.fill('400')
  await save.click()
  await expectToast(page, 'Settings saved')
  await page.reload()
  await expect(burst).toHaveValue('400')
  await burst.fill('300')
  await save.click()
  await expect(save).toBeDisabled()
})

test('whoever sends too much is told when to try again, and loses no typed text', async ({
  asUser: page,
  office,
  expected,
}) => {
  expected.push(failedWith(429))
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/dashboard?request=${request.id}&tab=comments`)
  await page.route('**/comments', (route) =>
    route.request().method() === 'POST' ? route.fulfill(REFUSAL) : route.fallback(),
  )
  const field = page.getByLabel('Your comment')
  const add = page.getByRole('tabpanel').getByRole('button', { name: 'Add Comment' })
  await field.fill('Not lost.')
  await add.click()
  await expectToast(page, REFUSAL.json.error)
  await expect(toasts(page).filter({ hasText: '429' })).toHaveCount(0)
  await expect(field).toHaveValue('Not lost.')
  await page.unroute('**/comments')
  await add.click()
  await expect(page.getByRole('tabpanel').getByText('Not lost.')).toBeVisible()

  await page.route('**/api/requests', (route) =>
    route.request().method() === 'POST' ? route.fulfill(REFUSAL) : route.fallback(),
  )
  await page.goto('/dashboard?modal=new-request')
  const form = newRequestDialog(page)
  await form.getByLabel('Title').fill('Weigh empty trucks')
  await form.getByLabel('Description').fill('The weighbridge only knows full ones.')
  await form.getByLabel('Due date').fill('2099-01-01')
  await form.getByLabel('Department').click()
  await page.getByRole('option').first().click()
  await form.getByRole('button', { name: 'Submit Request' }).click()
  await expect(page.getByText(LATER).first()).toBeVisible()
  await expect(form.getByLabel('Title')).toHaveValue('Weigh empty trucks')
})

test('the assistant says when to ask again and keeps the question', async ({ asUser: page, expected }) => {
  expected.push(failedWith(429))
  await page.route('**/api/ai/user-assistant', (route) => route.fulfill(REFUSAL))
  await page.goto('/ai-assistant')
  const field = page.getByLabel('Your message')
  await field.fill('How long does it take?')
  await field.press('Enter')
  await expectToast(page, LATER)
  await expect(field).toHaveValue('How long does it take?')
})
