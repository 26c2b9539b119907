import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expectAccessibleAt } from './axe.ts'
import { expect, test } from './test.ts'

test('the list as it stands is taken along as a file, row by row', async ({ asManager: page, office }) => {
  const manager = await office.signIn('manager')
  for (const title of ['Scan the seals at the exit', '=SUM(A1) in a title'])
    await office.createRequest(manager, { title: `${title} takealong`, priority: 'critical' })
  await page.goto('/requests?search=takealong&sort=title&order=asc')
  await expect(page.getByText('Scan the seals at the exit').first()).toBeVisible()
  await page.getByRole('link', { name: 'Export', exact: true }).click()
  const what = page.getByRole('group', { name: 'What is exported' })
  await expect(what).toContainText('2 requests')
  await expect(what).toContainText('takealong')
  await expect(what).toContainText('by title')
  await page.getByRole('button', { name: 'Create file' }).click()
  const download = page.getByRole('button', { name: /^Download Requests \(found\)/ }).first()
  await expect(download).toBeVisible()
  await expectAccessibleAt(page, 1366, 390)
  const file = page.waitForEvent('download')
  await download.click()
  const text = readFileSync(await (await file).path(), 'utf8')
  const rows = parse<Record<string, string>>(text, { bom: true, columns: true })
  expect(rows.map((row) => row['Title'])).toEqual([
    "'=SUM(A1) in a title takealong",
    'Scan the seals at the exit takealong',
  ])

  await page
    .getByRole('button', { name: /^Delete Requests \(found\)/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Your exports' })).toBeFocused()
})

test('a user who may not export is told so, and sees no export controls', async ({ asUser: page }) => {
  await page.goto('/requests')
  await expect(page.getByRole('heading', { name: 'All Requests' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Export', exact: true })).toHaveCount(0)
  await page.goto('/reports')
  await expect(page.getByText('Reports are only available to managers and administrators.')).toBeVisible()
})
