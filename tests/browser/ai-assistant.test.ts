import { expect, failedWith, test } from './test.ts'
import { answer, expectToast, problem } from './steps.ts'

test('a user asks by Enter, is answered with links, and finds the conversation again', async ({
  asUser: page,
  office,
}) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto('/ai-assistant')
  const field = page.getByLabel('Your message')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await field.fill(`What is ${request.requestId}`)
  await field.press('Shift+Enter')
  await field.pressSequentially('waiting for?')
  await field.press('Enter')
  const conversation = page.getByRole('region', { name: 'Conversation' })
  await expect(conversation.getByRole('listitem').first()).toContainText('waiting for?')
  await expect(conversation.getByRole('link', { name: request.requestId, exact: true })).toBeVisible()
  await expect(field).toHaveValue('')

  await page.reload()
  await conversation.getByRole('link', { name: request.requestId, exact: true }).click()
  await expect(page.getByRole('dialog', { name: request.title })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(conversation).toContainText('No questions yet')
})

test('a user has six questions, the published times and the meanings', async ({ asUser: page }) => {
  await page.goto('/ai-assistant')
  const aside = page.getByRole('complementary', { name: 'Example questions' })
  for (const time of ['1-3 business days', '5-10 business days', '2-8 weeks', '1-2 weeks'])
    await expect(aside.getByText(time)).toBeVisible()
  for (const meaning of [
    'Awaiting initial review',
    'Actively being worked on',
    'Implementation finished',
    'Cannot be fulfilled',
  ])
    await expect(aside.getByText(meaning)).toBeVisible()
  const questions = aside.getByRole('list').first().getByRole('button')
  await expect(questions).toHaveCount(6)
  await aside.getByRole('button', { name: 'How do I cancel a request?' }).click()
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText(/choose Cancel/)
})

test('a manager gets figures that lead to their rows', async ({ asManager: page }) => {
  await page.goto('/ai-assistant')
  await expect(page.getByRole('heading', { level: 1, name: 'AI Virtual Assistant' })).toBeVisible()
  await page.getByRole('button', { name: 'Open requests by department' }).click()
  const link = page.getByRole('region', { name: 'Conversation' }).getByRole('link', { name: 'Operations' }).first()
  await link.click()
  await expect(page).toHaveURL(/\/requests\?.*department=operations/)
})

test('a failed question is said and given back', async ({ asManager: page, expected }) => {
  expected.push(failedWith(503))
  await answer(page, /user-assistant/, { status: 503, body: problem('Not now.') })
  await page.goto('/ai-assistant')
  const field = page.getByLabel('Your message')
  await field.fill('What is overdue?')
  await field.press('Enter')
  await expectToast(page, 'Error', 'Failed to get response from assistant')
  await expect(field).toHaveValue('What is overdue?')
  await page.unrouteAll()
  await field.press('Enter')
  await expect(page.getByRole('region', { name: 'Conversation' }).getByText(/overdue request/)).toBeVisible()
})
