import { buildDocument, buildPdf, prose, serveDocuments } from './documents.ts'
import { dialog, drawn, marked, number } from './preview.ts'
import { expect, test } from './test.ts'

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
  // The first Escape clears the field; only the next one closes anything.
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
