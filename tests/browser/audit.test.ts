import { execFileSync } from 'node:child_process'
import { copyFile, readFile } from 'node:fs/promises'
import { expectAccessibleAt } from './axe.ts'
import { expect, test } from './test.ts'
import { choose } from './steps.ts'
import type { Page } from '@playwright/test'

const entries = (page: Page) => page.getByRole('region', { name: 'Audit log', exact: true }).getByRole('listitem')

test('an auditor narrows the log, opens an entry and comes back to the same view', async ({
  asAdmin: page,
  office,
}) => {
  const manager = await office.signIn('manager')
  const request = await office.createRequest(manager)
  await office.editRequest(manager, request.id, { priority: 'critical' })
  await page.goto('/audit')
  await choose(page, 'Actions', 'Requests')
  const changed = entries(page).filter({ hasText: `changed ${request.requestId}: priority Medium → Critical` })
  await expect(changed).toHaveCount(1)
  await expect(entries(page).filter({ hasText: 'signed in' })).toHaveCount(0)
  await expect(page).toHaveURL(/group=requests/)

  await changed.getByRole('button', { name: /^Details: / }).click()
  await expect(changed).toContainText('Place in the chain')
  await expect(changed).toContainText('request.updated')

  await page.getByRole('button', { name: 'Add filter' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByLabel('About').fill(request.requestId)
  await filters.getByRole('button', { name: 'Done' }).click()
  await expect(entries(page)).toHaveCount(2)
  await page.reload()
  await expect(entries(page)).toHaveCount(2)

  await entries(page).first().getByRole('link', { name: request.requestId }).click()
  await expect(page.getByRole('dialog', { name: request.title })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Remove filter About: ${request.requestId}` }).click()
  await expect(page).not.toHaveURL(/target=/)
})

test('who narrows the log to a person by keyboard goes on from the search', async ({ asAdmin: page, office }) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto('/audit')
  const entry = entries(page).filter({ hasText: `submitted ${request.requestId}` })
  await entry.getByTitle('Show what this person did').press('Enter')
  await expect(page).toHaveURL(/person=/)
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('a day is typed by keyboard into the filters of the log', async ({ asAdmin: page }) => {
  await page.goto('/audit')
  await page.getByRole('button', { name: 'Add filter' }).click()
  const field = page.getByLabel('From', { exact: true })
  await field.focus()
  // The same date whether the browser expects day or month first.
  await page.keyboard.type('11112026')
  await expect(page).toHaveURL(/\?from=2026-11-11$/)
  await expect(field).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(/\/audit$/)
})

test('what happens while the log is followed appears by itself', async ({ asAdmin: page, office }) => {
  await page.goto('/audit')
  await expect(entries(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Follow' }).click()
  const request = await office.createRequest(await office.signIn('user'))
  await expect(entries(page).filter({ hasText: `submitted ${request.requestId}` })).toHaveCount(1)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: 'Follow' })).toBeFocused()
})

test('the log is accessible with an entry open', async ({ asAdmin: page }) => {
  test.slow()
  await page.goto('/audit?group=log')
  await entries(page)
    .first()
    .getByRole('button', { name: /^Details: / })
    .click()
  await expectAccessibleAt(page, 1366, 390)
})

test('the filters are accessible, and where nothing matches the log says so', async ({ asAdmin: page }) => {
  test.slow()
  await page.goto('/audit?text=nobody-ever-did-this')
  await expect(page.getByText('No entries match')).toBeVisible()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await expectAccessibleAt(page, 390)
})

test('a user who may not read the log sees no entries and no menu entry', async ({ asManager: page }) => {
  await page.goto('/audit')
  await expect(page.getByText('Access restricted')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit Log' })).toHaveCount(0)
})

test('the log is exported as shown and for checking, and the checking program finds it intact', async ({
  asAdmin: page,
}) => {
  await page.goto('/audit?group=log')
  await expect(entries(page).first()).toBeVisible()
  const save = async (button: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ])
    return { name: download.suggestedFilename(), path: await download.path() }
  }
  const csv = await save('Export CSV')
  expect(csv.name).toBe('audit-log.csv')
  const table = await readFile(csv.path, 'utf8')
  expect(table).toContain('read the audit log')
  expect(table).not.toContain('signed in')
  const [log, program] = [await save('Export for checking'), await save('Checking program')]
  const runnable = `${program.path}.mjs`
  await copyFile(program.path, runnable)
  expect(execFileSync(process.execPath, [runnable, log.path], { encoding: 'utf8' })).toMatch(/^Intact: /)
  await page.reload()
  await expect(entries(page).filter({ hasText: 'exported the audit log' }).first()).toBeVisible()
})

test('a printed entry names who did it', async ({ asAdmin: page, office }) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto('/audit')
  const entry = entries(page).filter({ hasText: `submitted ${request.requestId}` })
  await expect(entry).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(entry.getByTitle('Show what this person did')).toBeVisible()
})

test('the digest is on the screen and on paper', async ({ asAdmin: page }) => {
  await page.goto('/audit')
  const digest = page.getByRole('region', { name: 'Digest of the audit log' })
  await expect(digest).toContainText(/[\da-f]{64}/)
  await page.emulateMedia({ media: 'print' })
  await expect(digest.getByText(/[\da-f]{64}/).first()).toBeVisible()
  await expect(digest.getByRole('button')).toHaveCount(0)
})
