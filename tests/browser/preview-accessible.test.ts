import { expectAccessibleAt } from './axe.ts'
import { buildDocument, buildPdf, prose, serveDocuments } from './documents.ts'
import { dialog, drawn, pane } from './preview.ts'
import { expect, test } from './test.ts'
import { walk } from './walk.ts'

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
