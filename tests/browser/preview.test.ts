import { attach, buildDocument, buildPdf, prose, serveDocuments } from './documents.ts'
import { dialog, drawn, marked, number, pages, pane } from './preview.ts'
import { expect, test } from './test.ts'

test('a stored PDF opens at the page of the address, is read page by page, and is there again after a reload', async ({
  asUser: page,
  office,
}) => {
  const user = await office.signIn('user')
  const request = await office.createRequest(user)
  const content = await buildPdf(Array.from({ length: 30 }, (_, i) => prose(i + 1)))
  const [document] = await attach(office.url, user.token, request.id, { 'Minutes of May.pdf': content })
  await page.goto(`/requests?request=${request.id}&tab=documents&document=${document!.id}&documentPage=3`)
  await expect(dialog(page).getByRole('heading', { name: 'Minutes of May.pdf' })).toBeVisible()
  await expect(pages(page)).toHaveCount(30)
  await expect(dialog(page).getByRole('region', { name: 'Page 3 of 30' })).toContainText('3.1 The office of exit')
  await expect(number(page)).toHaveValue('3')

  await dialog(page).getByRole('button', { name: 'Next page' }).click()
  await expect(number(page)).toHaveValue('4')
  await number(page).fill('17')
  await number(page).press('Enter')
  await expect(dialog(page).getByRole('region', { name: 'Page 17 of 30' })).toContainText('17.24 The office')
  await expect(page).toHaveURL(/documentPage=17/)
  await page.reload()
  await expect(number(page)).toHaveValue('17')
  await expect(dialog(page).getByRole('region', { name: 'Page 17 of 30' })).toBeInViewport()

  await page.keyboard.press('Escape')
  await expect(dialog(page).getByRole('heading', { name: request.title })).toBeVisible()
  await expect(dialog(page).getByRole('tab', { name: 'Documents' })).toHaveAttribute('aria-selected', 'true')
})

test('a long name without blanks leaves the controls of its dialog in the window', async ({ asUser: page }) => {
  const name = `${'scanned_letter_of_the_ministry_of_trade_'.repeat(4)}final.pdf`
  await serveDocuments(page, [{ ...buildDocument({ name }), content: await buildPdf(['One page']) }])
  await page.goto('/requests?document=doc-1')
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(dialog(page).getByRole('heading', { name })).toBeInViewport({ ratio: 1 })
    await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  }
})

test('the keys move and zoom in a document as soon as it is drawn', async ({ asUser: page }) => {
  await serveDocuments(page, [{ ...buildDocument(), content: await buildPdf([prose(1), prose(2), prose(3)]) }])
  await page.goto('/requests?document=doc-1')
  await expect(drawn(page).first()).toBeVisible()
  await expect(pane(page)).toBeFocused()
  await page.keyboard.press('End')
  await expect(number(page)).toHaveValue('3')
  await page.keyboard.press('Home')
  await expect(number(page)).toHaveValue('1')
  await page.keyboard.press('PageDown')
  await expect.poll(() => pane(page).evaluate((box) => box.scrollTop)).toBeGreaterThan(100)

  const percent = async () =>
    Number(
      (
        await dialog(page)
          .getByText(/^\d+%$/)
          .textContent()
      )?.slice(0, -1),
    )
  const wide = await percent()
  await page.keyboard.press('+')
  await expect.poll(percent).toBeGreaterThan(wide)
  await page.keyboard.press('-')
  await page.keyboard.press('-')
  await expect.poll(percent).toBeLessThan(wide)
  await page.keyboard.press('0')
  await expect.poll(percent).toBe(wide)
  await pane(page).hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -200)
  await page.keyboard.up('Control')
  await expect.poll(percent).toBeGreaterThan(wide)
  await dialog(page).getByRole('button', { name: 'Fit width' }).click()
  await dialog(page).getByRole('button', { name: 'Fit page' }).click()
  const sheet = await pages(page).first().boundingBox()
  expect(sheet!.height).toBeLessThanOrEqual((await pane(page).boundingBox())!.height)
})

test('only the pages near the view are rendered, and memory of the others is freed', async ({ asUser: page }) => {
  const content = await buildPdf(Array.from({ length: 120 }, (_, i) => prose(i + 1)))
  await serveDocuments(page, [{ ...buildDocument(), content }])
  await page.goto('/requests?document=doc-1')
  await expect(drawn(page).first()).toBeVisible()
  for (const to of [40, 80, 120]) {
    await number(page).fill(String(to))
    await number(page).press('Enter')
    await expect(
      pages(page)
        .nth(to - 1)
        .locator('canvas'),
    ).toBeVisible()
  }
  expect(await drawn(page).count()).toBeLessThanOrEqual(4)
  await expect(pages(page)).toHaveCount(120)
})

test('a document of text is paragraphs, headings and their direction, and its words are never markup', async ({
  asUser: page,
}) => {
  const text = [
    'Guarantees in transit',
    'The group reviewed <script>window.ran = true</script> and <b>nothing else</b>.',
    'يجب أن يُطبع رقم الضمان على كل مستند عبور.',
  ].join('\n')
  await serveDocuments(page, [
    { ...buildDocument({ name: 'Letter.docx', type: 'docx' }), pages: [{ number: 1, text }] },
  ])
  await page.goto('/requests?document=doc-1')
  await expect(dialog(page).getByRole('heading', { name: 'Guarantees in transit' })).toBeVisible()
  await expect(dialog(page).getByText('<script>window.ran = true</script> and <b>nothing else</b>.')).toBeVisible()
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  await expect(dialog(page).getByText(/^يجب/)).toHaveCSS('direction', 'rtl')
  await dialog(page).getByRole('searchbox', { name: 'Search in document' }).fill('reviewed')
  await expect.poll(() => marked(page, 'document-hit-current')).toEqual(['reviewed'])
})

test('a PDF is shown as text for those who read by ear, and as pages again', async ({ asUser: page }) => {
  await serveDocuments(page, [
    {
      ...buildDocument(),
      content: await buildPdf(['First', 'Second']),
      pages: [
        { number: 1, text: 'First, as text.' },
        { number: 2, text: 'Second, as text.' },
      ],
    },
  ])
  await page.goto('/requests?document=doc-1&documentPage=2')
  await dialog(page).getByRole('button', { name: 'Show as text' }).click()
  await expect(dialog(page).getByRole('region', { name: 'Page 2 of 2' })).toContainText('Second, as text.')
  await dialog(page).getByRole('button', { name: 'Show as pages' }).click()
  await expect(drawn(page).first()).toBeVisible()
})

test('the documents of a request are gone through one after the other, and the focus stays', async ({
  asUser: page,
}) => {
  await serveDocuments(page, [
    { ...buildDocument({ name: 'One.pdf' }), content: await buildPdf(['Page of one']) },
    {
      ...buildDocument({ id: 'doc-2', name: 'Two.docx', type: 'docx' }),
      pages: [{ number: 1, text: 'Words of two.' }],
    },
  ])
  await page.goto('/requests?document=doc-1')
  await expect(dialog(page).getByRole('button', { name: 'Previous document' })).toBeDisabled()
  await dialog(page).getByRole('button', { name: 'Next document' }).click()
  await expect(dialog(page).getByText('Words of two.')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Previous document' })).toBeFocused()
  await expect(page).toHaveURL(/document=doc-2/)
})

test('a picture is shown as large as the pane, and zoomed', async ({ asUser: page }) => {
  const picture = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 300 })
    return canvas.toDataURL('image/png').split(',')[1]!
  })
  await serveDocuments(page, [
    { ...buildDocument({ name: 'Seal.png', type: 'png' }), content: Buffer.from(picture, 'base64') },
  ])
  await page.goto('/requests?document=doc-1')
  const shown = dialog(page).getByRole('img', { name: 'Seal.png' })
  await expect(shown).toBeVisible()
  const before = (await shown.boundingBox())!.width
  await dialog(page).getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await shown.boundingBox())!.width).toBeGreaterThan(before)
})

test('a PDF prints each of its pages in its own size, and a text prints as text', async ({ asUser: page }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await serveDocuments(page, [
    {
      ...buildDocument(),
      content: await buildPdf(['One', 'Two', 'Three'], { layout: 'landscape', size: 'A5' }),
    },
    { ...buildDocument({ id: 'doc-2', type: 'docx' }), pages: [{ number: 1, text: 'Words on paper.' }] },
  ])
  const sheet = page.locator('body > [data-sheet]')
  const printed = page.locator('[data-printed]')
  await page.goto('/requests?document=doc-1')
  await expect(drawn(page).first()).toBeVisible()
  await page.keyboard.press('Control+p')
  await expect(printed).toHaveCount(1)
  await expect(sheet.locator('img')).toHaveCount(3)
  const wide = await sheet
    .locator('img')
    .first()
    .evaluate((image) => (image as HTMLImageElement).naturalWidth)
  // A5 in landscape is 8.27 inches wide, at 200 dots per inch.
  expect(wide).toBeGreaterThan(1600)
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(3)
  expect(paper).toMatch(/\/MediaBox\s*\[0 0 59\d[.\d]* 4[12]\d/)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(sheet).toHaveCount(0)

  await page.goto('/requests?document=doc-2')
  await expect(dialog(page).getByText('Words on paper.')).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await expect(sheet.getByText('Words on paper.')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
})
