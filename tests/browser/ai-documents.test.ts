import { expectAccessibleAt } from './axe.ts'
import { attach, buildPdf } from './documents.ts'
import { expect, test } from './test.ts'

test('a letter is asked what it asks for, quoted, and opened at the sentence', async ({ asManager: page, office }) => {
  test.slow()
  const session = await office.signIn('manager')
  const request = await office.createRequest(session)
  const letter = await buildPdf([
    'Harbour Council\n\n12 March 2026\n\nDear Director,\n\nWe refer to our meeting in February.',
    'Please show the berth number on every release note by 30 June 2030.\n\nYours faithfully,\n\nTilda Brook',
  ])
  const [document] = await attach(office.url, session.token, request.id, { 'Harbour Council letter.pdf': letter })
  const isRead = async () => {
    const res = await fetch(`${office.url}/api/documents/${document!.id}/text`, {
      headers: { authorization: `Bearer ${session.token}` },
    })
    return ((await res.json()) as { state: string }).state
  }
  await expect.poll(isRead, { timeout: 300_000 }).toBe('ready')

  await page.goto('/ai-assistant')
  await page.getByLabel('Your message').fill('What does the letter of the harbour council ask for?')
  await page.keyboard.press('Enter')
  const conversation = page.getByRole('region', { name: 'Conversation' })
  const quote = conversation.locator('blockquote')
  await expect(quote).toHaveText('Please show the berth number on every release note by 30 June 2030.', {
    timeout: 300_000,
  })
  await expectAccessibleAt(page, 1366)
  await conversation.getByRole('link', { name: 'Harbour Council letter.pdf, page 2' }).click()
  const preview = page.getByRole('dialog', { name: /Harbour Council letter\.pdf/ })
  await expect(preview).toBeVisible()
  await expect(page).toHaveURL(/documentPage=2/)
  await expect(preview.getByRole('searchbox')).toHaveValue('Please show the berth number on every release')
  await page.keyboard.press('Escape')
  await expect(conversation).toBeVisible()
})
