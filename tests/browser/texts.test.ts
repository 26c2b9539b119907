import { expect, test } from './test.ts'

const TRACE = [
  'java.lang.IllegalStateException: no seal',
  ...Array.from(
    { length: 30 },
    (_, i) => `\tat gov.trade.gate.passes.PrintQueue.next(PrintQueue.java:${i})  // ${'-'.repeat(80)}`,
  ),
].join('\n')

test('addresses and request numbers in a description and a comment can be followed', async ({
  asManager: page,
  office,
}) => {
  const signedIn = await office.signIn('manager')
  const other = await office.createRequest(signedIn)
  const description = `انظر ${other.requestId}، و https://trade.example/form؟\nOr javascript:alert(1) <img src=x onerror=alert(1)>`
  const request = await office.createRequest(signedIn, { description })
  await page.goto(`/requests?request=${request.id}`)
  const details = page.getByRole('dialog', { name: request.title })
  const address = details.getByRole('link', { name: 'https://trade.example/form' })
  await expect(address).toHaveAttribute('href', 'https://trade.example/form')
  await expect(address).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(details.getByRole('tabpanel')).toContainText('<img src=x onerror=alert(1)>')
  await expect(details.getByRole('tabpanel').getByRole('link')).toHaveCount(2)

  await details.getByRole('button', { name: 'Add Comment' }).click()
  await details.getByLabel('Your comment').fill(`As in ${other.requestId.toLowerCase()}.`)
  await details.locator('form').getByRole('button', { name: 'Add Comment' }).click()
  await details.getByRole('link', { name: other.requestId.toLowerCase() }).click()
  await expect(page.getByRole('dialog', { name: other.title })).toBeVisible()
  await page.goBack()
  await expect(details).toBeVisible()
})

for (const width of [1366, 390])
  test(`a stack trace keeps its lines and scrolls in itself at ${width}`, async ({ asManager: page, office }) => {
    const signedIn = await office.signIn('manager')
    const request = await office.createRequest(signedIn, { description: `It fails since Monday:\n${TRACE}` })
    await page.setViewportSize({ width, height: 768 })
    await page.goto(`/requests?request=${request.id}`)
    const block = page.getByRole('group', { name: 'Text with its own line breaks' })
    await expect(block).toHaveText(TRACE, { useInnerText: true })
    const sizes = await block.evaluate((element) => ({
      scrolls: element.scrollWidth > element.clientWidth,
      page: document.documentElement.scrollWidth <= window.innerWidth,
      dialog: [...document.querySelectorAll('.dialog, .dialog .body')].every(
        (box) => box.scrollWidth <= box.clientWidth,
      ),
    }))
    expect(sizes).toEqual({ scrolls: true, page: true, dialog: true })
    await block.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => block.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  })
