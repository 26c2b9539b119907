import type { Locator, Page } from '@playwright/test'
import { expectAccessibleAt } from './axe.ts'
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

async function askFor(page: Page, question: string): Promise<Locator> {
  const field = page.getByLabel('Your message')
  await field.fill(question)
  await field.press('Enter')
  return newestAnswer(page, question)
}

/** The answer below a question, once it has arrived. */
function newestAnswer(page: Page, question: string): Locator {
  const conversation = page.getByRole('region', { name: 'Conversation' })
  const item = conversation.locator('ol > li').filter({ has: page.getByText(question, { exact: true }) })
  return item.last().locator('xpath=following-sibling::li[1][not(@aria-hidden)]')
}

test('what was understood stands as chips; changing one and taking one away ask again', async ({ asManager: page }) => {
  await page.goto('/ai-assistant')
  const reply = await askFor(page, 'How many open requests are in Compliance?')
  const chips = reply.getByRole('group', { name: 'Understood as' })
  await chips.getByRole('button', { name: 'Department Compliance', exact: true }).press('Enter')
  const values = page.getByRole('dialog', { name: 'Change Department' })
  await expect(values.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(chips.getByRole('button', { name: 'Department Compliance', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await values.getByRole('button', { name: 'Operations' }).press('Enter')

  const changed = newestAnswer(page, 'How many open requests in Operations are there?')
  await expect(changed).toContainText(/open requests? in Operations/)
  await expect(changed.locator('xpath=preceding-sibling::li[1]')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(changed.locator(':focus')).toHaveCount(1)

  await changed.getByRole('button', { name: 'Remove filter Department: Operations' }).click()
  const all = newestAnswer(page, 'How many open requests are there?')
  await expect(all.getByRole('button', { name: 'Status open', exact: true })).toBeVisible()
  await expect(all.getByText('Department', { exact: true })).toHaveCount(0)
})

test('words that nothing was made of are named, and so is a slip', async ({ asManager: page }) => {
  await page.goto('/ai-assistant')
  await expect(await askFor(page, 'How many open requests are in Compliance zorble?')).toContainText(
    /what to make of “zorble”.*How many open requests in Compliance are there\?/,
  )
  await expect(await askFor(page, 'Open requests by departmnt')).toContainText(/“departmnt” as “departments?”/)
})

test('when it is not sure it asks back, and a button gives the answer', async ({ asManager: page }) => {
  await page.goto('/ai-assistant')
  const reply = await askFor(page, 'How many open requests in Compliance zorbled by more than 77 flibbers?')
  const choices = reply.getByRole('list', { name: 'Did you mean' }).getByRole('button')
  await expect(choices.first()).toBeVisible()
  expect(await choices.count()).toBeLessThanOrEqual(3)
  const question = await choices.first().innerText()
  await choices.first().press('Enter')
  await expect(newestAnswer(page, question)).toContainText(/open requests? in Compliance/)
  await expect(page.locator('body')).not.toBeFocused()
})

for (const [lang, dir, question] of [
  ['ar', 'rtl', 'كم عدد الطلبات المفتوحة؟'],
  ['fr', 'ltr', 'Combien de demandes sont en retard ?'],
] as const) {
  test(`a question in another language (${lang}) is answered in it, with questions to choose from`, async ({
    asUser: page,
  }) => {
    await page.goto('/ai-assistant')
    const reply = await askFor(page, question)
    await expect(reply.locator(`p[lang=${lang}]`)).toHaveAttribute('dir', dir)
    const choices = reply.getByRole('list', { name: 'Did you mean' }).getByRole('button')
    await expect(choices).toHaveCount(3)
    await expectAccessibleAt(page, 1440, 390)
    const [sentence, button] = await Promise.all([reply.boundingBox(), choices.first().boundingBox()])
    const isAtTheRight = button!.x - sentence!.x > sentence!.width / 2 - button!.width / 2
    expect(isAtTheRight).toBe(dir === 'rtl')
    const label = await choices.first().innerText()
    await choices.first().click()
    await expect(newestAnswer(page, label)).toBeVisible()
  })
}

test('an order changes nothing and leads to where it is done', async ({ asManager: page, office }) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto('/ai-assistant')
  const reply = await askFor(page, `cancel ${request.requestId}`)
  await expect(reply).toContainText('Nothing has been changed')
  await reply
    .getByRole('link', { name: new RegExp(request.requestId) })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: request.title })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Pending Review')
})

test('what can be asked is shown by kind, and an example is asked from there', async ({ asUser: page }) => {
  await page.goto('/ai-assistant')
  await page.getByRole('button', { name: 'What can I ask?' }).click()
  const help = page.getByRole('dialog', { name: 'What can I ask?' })
  await expect(help.getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expectAccessibleAt(page, 1440, 390)
  await help.getByRole('button', { name: 'How many requests are open?' }).click()
  await expect(help).toBeHidden()
  await expect(newestAnswer(page, 'How many requests are open?')).toContainText(/open requests?/)
})
