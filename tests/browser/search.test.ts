import { expect, test } from './test.ts'
import { attach, buildPdf } from './documents.ts'
import { rowOf, search } from './steps.ts'

const word = () => `w${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`

for (const width of [1366, 390])
  test(`a hit in the description or a comment is shown with its words at ${width}`, async ({
    asManager: page,
    office,
  }) => {
    const [inText, inComment] = [word(), word()]
    const signedIn = await office.signIn('user')
    const request = await office.createRequest(signedIn, { description: `Officers type ${inText} by hand today.` })
    await fetch(`${office.url}/api/requests/${request.id}/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${signedIn.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ comment: `It is called ${inComment} now.` }),
    })
    await page.setViewportSize({ width, height: 768 })
    await page.goto('/requests')
    const row = page.locator(`[data-request="${request.id}"]`)
    await search(page, inText)
    await expect(row).toContainText(`In the description: Officers type ${inText} by hand today.`)
    await expect(row.locator('mark')).toHaveText(inText)
    await search(page, inComment)
    await expect(row).toContainText(`In a comment: It is called ${inComment} now.`)
    await search(page, request.title.slice(-8))
    await expect(row.locator('a[title] mark')).toBeVisible()
    await expect(row).not.toContainText(/In the description|In a comment|Requested by/)
  })

for (const width of [1366, 390])
  test(`a hit in a document names it and opens it at the page of the hit at ${width}`, async ({
    asManager: page,
    office,
  }) => {
    const inDocument = word()
    const signedIn = await office.signIn('user')
    const request = await office.createRequest(signedIn)
    const content = await buildPdf(['The first page.', `The ministry asks for ${inDocument} on each gate pass.`])
    await attach(office.url, signedIn.token, request.id, { 'Letter of May.pdf': content })
    await page.setViewportSize({ width, height: 768 })
    await page.goto('/requests')
    const row = page.locator(`[data-request="${request.id}"]`)
    // Text is extracted in the background, shortly after the upload.
    await expect(async () => {
      await page.goto(`/requests?search=${inDocument}`)
      await expect(row).toContainText(
        `In Letter of May.pdf, page 2: The ministry asks for ${inDocument} on each gate pass.`,
        {
          timeout: 1000,
        },
      )
    }).toPass({ timeout: 300_000 })
    await expect(row.locator('mark')).toHaveText(inDocument)
    await row.getByRole('link', { name: 'Letter of May.pdf, page 2' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: 'Letter of May.pdf' })).toBeVisible()
    await expect(dialog.getByRole('region', { name: 'Page 2 of 2' })).toBeInViewport()
    await expect(page).toHaveURL(/[?&]documentPage=2(&|$)/)
    await expect(page).toHaveURL(new RegExp(`[?&]find=${inDocument}(&|$)`))
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`/requests\\?search=${inDocument}$`))
  })

test('a number comes first, and a requester is found by name', async ({ asManager: page, office }) => {
  const signedIn = await office.signIn('user')
  const request = await office.createRequest(signedIn)
  await office.createRequest(signedIn, { title: `As in ${request.requestId} ${word()}` })
  await page.goto('/requests')
  await search(page, request.requestId.replaceAll('-', ' ').toLowerCase())
  await expect(page.getByRole('row').nth(1)).toContainText(request.title)
  const { firstName, lastName } = signedIn.user
  await search(page, `${lastName} ${request.title.slice(-8)} ${firstName.toUpperCase()}`)
  await expect(rowOf(page, request.title)).toContainText(`Requested by ${firstName} ${lastName}`)
})

test('a slip of the finger is forgiven, said, and can be taken to the letter', async ({ asManager: page, office }) => {
  const letters = word().replace(/\d/g, 'x')
  const meant = `${letters}umbrella`
  const typed = `${letters}umbrlela`
  const request = await office.createRequest(await office.signIn('user'), { title: `Carry an ${meant}` })
  await page.goto('/requests')
  await search(page, typed)
  const note = page.getByRole('status').filter({ hasText: 'Showing results for' })
  await expect(note).toContainText(`No requests match “${typed}”. Showing results for “${meant}”.`)
  await expect(rowOf(page, request.title).locator('mark')).toHaveText(meant)
  await note.getByRole('button', { name: `Search only for “${typed}”` }).click()
  await expect(page.getByText('No requests found')).toBeVisible()
  await expect(page).toHaveURL(/literal=true/)
  await expect(page.getByPlaceholder('Search requests...')).toBeFocused()
  await search(page, `${typed}x`)
  await expect(page).not.toHaveURL(/literal/)
})
