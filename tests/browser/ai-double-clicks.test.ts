import type { Page } from '@playwright/test'
import { fillNewRequest, openBatchStart } from './steps.ts'
import { expect, test } from './test.ts'

/** Counts the mutating calls of a path. */
function calls(page: Page, path: RegExp): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && path.test(new URL(request.url()).pathname)) count++
  })
  return () => count
}

test('a double click classifies and analyses once, and begins one run over the backlog', async ({
  asManager: page,
  office,
}) => {
  await page.goto('/dashboard?modal=new-request')
  const dialog = await fillNewRequest(page, {
    title: 'Warn the carrier when a late manifest will block discharge',
    description: 'They hear of it at the quay today.',
    department: 'Operations',
    dueDate: '2031-03-31',
  })
  await dialog.getByRole('tab', { name: 'AI Classification' }).click()
  const classified = calls(page, /classify-request$/)
  await dialog.getByRole('button', { name: 'Classify This Request' }).dblclick()
  await expect(dialog.getByText('Words that decided')).toBeVisible()
  await dialog.getByRole('button', { name: 'Re-analyze Request' }).dblclick()
  await expect(dialog.getByText('Words that decided')).toBeVisible()

  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/requests/${request.id}?tab=ai`)
  const analysed = calls(page, /predict-time$/)
  await page.getByRole('button', { name: 'Run AI Analysis' }).dblclick()
  await expect(page.getByRole('img', { name: /four in five between/i })).toBeVisible()

  const begun = calls(page, /batches$/)
  const start = await openBatchStart(page)
  await start.dblclick()
  await expect(page.getByRole('heading', { name: /backlog/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Accept RFD-/ }).first()).toBeVisible()
  expect([classified(), analysed(), begun()]).toEqual([2, 1, 1])
})

test('a question clicked twice is asked once', async ({ asUser: page }) => {
  await page.goto('/ai-assistant')
  const questions = calls(page, /user-assistant$/)
  // An earlier conversation may have asked the same question.
  const examples = page.getByRole('complementary', { name: 'Example questions' })
  await examples.getByRole('button', { name: 'How do I submit a new request?' }).dblclick()
  await expect.poll(questions).toBeGreaterThan(0)
  const conversation = page.getByRole('region', { name: 'Conversation' })
  await expect(conversation.getByText(/New RFD Request/).last()).toBeVisible()
  expect(questions()).toBe(1)
})
