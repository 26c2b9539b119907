import { registerArabic, writeFromTheRight } from '../../lab/documents/make/pdf-arabic.ts'
import { buildDocument, buildPdf, prose, serveDocuments } from './documents.ts'
import { dialog, drawn, number, pane } from './preview.ts'
import { expect, test } from './test.ts'

/** The catalogue of a PDF file. */
interface Root {
  _root: { data: { Pages: { data: { Kids: unknown[] } } } }
}

/** A link annotation; PDFKit's options support only some kinds. */
function addLink(pdf: PDFKit.PDFDocument, y: number, more: object): void {
  const options: object = { Subtype: 'Link', ...more }
  pdf.annotate(60, y, 200, 30, options)
}

test('links of a PDF lead outside in a new tab and to other pages, and nowhere where that is not safe', async ({
  asUser: page,
}) => {
  const content = await buildPdf([prose(1), prose(2), 'See the tariff'], {
    add: (pdf) => {
      const [first] = (pdf as unknown as Root)._root.data.Pages.data.Kids
      pdf.link(60, 60, 200, 30, 'https://office.example/tariff?year=2031')
      pdf.link(60, 100, 200, 30, 'mailto:desk@office.example')
      addLink(pdf, 140, { Dest: [first, 'Fit'] })
      const unsafe = ['javascript:window.ran=true', 'file:///etc/passwd', 'data:text/html,x', 'ftp://office.example/x']
      for (const [i, uri] of unsafe.entries()) addLink(pdf, 200 + 40 * i, { A: { S: 'URI', URI: new String(uri) } })
      addLink(pdf, 400, { A: { S: 'Launch', F: new String('/bin/sh') } })
      addLink(pdf, 440, { A: { S: 'JavaScript', JS: new String('window.ran = true') } })
    },
  })
  await serveDocuments(page, [{ ...buildDocument(), content }])
  await page.context().route('https://office.example/**', (route) => route.fulfill({ body: 'The tariff' }))
  await page.goto('/requests?document=doc-1&documentPage=3')
  const last = dialog(page).getByRole('region', { name: 'Page 3 of 3' })
  const outside = last.getByRole('link')
  await expect(outside).toHaveCount(2)
  const names = ['https://office.example/tariff?year=2031 (new tab)', 'mailto:desk@office.example (new tab)']
  for (const [i, name] of names.entries()) {
    await expect(outside.nth(i)).toHaveAccessibleName(name)
    await expect(outside.nth(i)).toHaveAttribute('target', '_blank')
    await expect(outside.nth(i)).toHaveAttribute('rel', 'noopener noreferrer')
  }
  await outside.first().hover()
  await expect(page.getByRole('tooltip')).toHaveText('https://office.example/tariff?year=2031')
  const popup = page.waitForEvent('popup')
  await outside.first().click()
  const opened = await popup
  expect(opened.url()).toBe('https://office.example/tariff?year=2031')
  expect(await opened.evaluate(() => window.opener === null)).toBe(true)
  await opened.close()

  // A link within the document, by the keyboard; the focus stays in the document.
  await expect(last.getByRole('button')).toHaveCount(1)
  await last.getByRole('button', { name: 'Go to page 1' }).focus()
  await page.keyboard.press('Enter')
  await expect(number(page)).toHaveValue('1')
  await expect(pane(page)).toBeFocused()
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

test('two fingers zoom a PDF around what is between them', async ({ asUser: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await serveDocuments(page, [{ ...buildDocument(), content: await buildPdf([prose(1), prose(2)]) }])
  await page.goto('/requests?document=doc-1')
  await expect(drawn(page).first()).toBeVisible()
  const line = dialog(page).getByText('1.12 The office of exit').first()
  const before = (await line.boundingBox())!
  const middle = { x: before.x + 20, y: before.y }
  await pane(page).evaluate((box, at) => {
    const touch = (identifier: number, apart: number) =>
      new Touch({ identifier, target: box, clientX: at.x + (identifier ? apart : -apart), clientY: at.y })
    const send = (type: string, apart: number) => {
      const touches = [touch(0, apart), touch(1, apart)]
      box.dispatchEvent(
        new TouchEvent(type, {
          touches,
          targetTouches: touches,
          changedTouches: touches,
          bubbles: true,
          cancelable: true,
        }),
      )
    }
    send('touchstart', 20)
    send('touchmove', 40)
  }, middle)
  await expect.poll(async () => (await line.boundingBox())!.width / before.width).toBeCloseTo(2, 1)
  // The point between the fingers stays in place.
  expect(Math.abs((await line.boundingBox())!.y - before.y)).toBeLessThan(12)
})

test('Arabic text of a PDF can be selected and copied as it is read', async ({ asUser: page }) => {
  const sentence = 'يجب أن يعرض النظام الكمية المتبقية'
  const content = await buildPdf([' '], {
    add: (pdf) => {
      registerArabic(pdf)
      writeFromTheRight(pdf, sentence, { font: 'Helvetica', margin: 72, indent: 0 })
    },
  })
  await serveDocuments(page, [{ ...buildDocument(), content }])
  await page.goto('/requests?document=doc-1')
  const word = dialog(page).getByText('المتبقية').first()
  await expect(word).toBeVisible()
  await word.dblclick()
  const selected = (await page.evaluate(() => String(getSelection()))).trim()
  expect(selected.length).toBeGreaterThan(2)
  expect(sentence).toContain(selected)
  await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('[data-page="1"]')!))
  const all = await page.evaluate(() => String(getSelection()))
  expect(all.split(/\s+/).filter(Boolean)).toEqual(sentence.split(' '))
  await page.getByRole('searchbox', { name: 'Search in document' }).fill('النظام الكمية')
  await expect(dialog(page).getByRole('status')).toHaveText('1 of 1')
})
