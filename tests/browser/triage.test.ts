import type { Page } from '@playwright/test'
import { choose, editDialog } from './steps.ts'
import type { Office } from './office.ts'
import { expect, test } from './test.ts'

/** Requests with a unique title, newest first as in the list. */
async function requests(office: Office, word: string, count: number) {
  const user = await office.signIn('user')
  const titles: string[] = []
  for (let i = count; i >= 1; i--) {
    const title = `${word} ${String(i).padStart(2, '0')}`
    await office.createRequest(user, { title })
    titles.unshift(title)
  }
  return titles
}

const details = (page: Page) => page.getByRole('dialog')
const next = (page: Page) => details(page).getByRole('button', { name: 'Next request' })
const previous = (page: Page) => details(page).getByRole('button', { name: 'Previous request' })

test('Next and Previous go on over the pages when what was decided has left the filter', async ({
  asManager: page,
  office,
}) => {
  const word = `Quayside${crypto.randomUUID().slice(0, 6)}`
  const titles = await requests(office, word, 11)
  await page.goto(`/requests?status=pending&search=${word}&sort=requestId&order=desc`)
  await page.getByRole('link', { name: titles[0]! }).click()
  for (const title of titles) {
    await expect(details(page).getByRole('heading', { name: title })).toBeVisible()
    await details(page).getByRole('button', { name: 'Edit Request' }).click()
    await choose(editDialog(page), 'Status', 'In Progress')
    await editDialog(page).getByRole('button', { name: 'Update Request' }).click()
    await expect(details(page).getByRole('heading', { name: title })).toBeVisible()
    if (title !== titles.at(-1)) await next(page).click()
  }
  // The filtered list is empty now, but "Previous" still works.
  await expect(next(page)).toBeDisabled()
  for (const title of titles.toReversed().slice(1)) {
    await previous(page).click()
    await expect(details(page).getByRole('heading', { name: title })).toBeVisible()
  }
  await expect(previous(page)).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(details(page)).toBeHidden()
  await expect(page.getByText('No requests found')).toBeVisible()
})

test('the whole row opens its request, but not its controls, a selection or a key for a new tab', async ({
  asManager: page,
  office,
}) => {
  const word = `Weighbridge${crypto.randomUUID().slice(0, 6)}`
  const [title] = await requests(office, word, 1)
  await page.goto(`/requests?search=${word}`)
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toHaveCSS('cursor', 'pointer')
  for (const cell of [0, 2, 3, 4, 6]) {
    await row
      .getByRole('cell')
      .nth(cell)
      .click({ position: { x: 12, y: 8 } })
    await expect(details(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(details(page)).toBeHidden()
    await expect(row.getByRole('link', { name: title })).toBeFocused()
  }

  const due = (await row.getByRole('cell').nth(6).boundingBox())!
  await page.mouse.move(due.x + 6, due.y + due.height / 2)
  await page.mouse.down()
  await page.mouse.move(due.x + due.width - 10, due.y + due.height / 2, { steps: 4 })
  await page.mouse.up()
  expect(await page.evaluate(() => String(getSelection()))).not.toBe('')
  await expect(details(page)).toBeHidden()
  await page.mouse.click(5, 5)

  const opened = page.context().waitForEvent('page')
  await row
    .getByRole('cell')
    .nth(2)
    .click({ modifiers: ['ControlOrMeta'] })
  await expect((await opened).getByRole('heading', { name: title })).toBeVisible()
  await expect(details(page)).toBeHidden()
  const again = page.context().waitForEvent('page')
  await row.getByRole('link', { name: title }).click({ button: 'middle' })
  await expect((await again).getByRole('heading', { name: title })).toBeVisible()

  await row.getByRole('button', { name: 'Edit' }).click()
  await expect(editDialog(page)).toBeVisible()
})

test('the whole block opens its request on a phone', async ({ asUser: page, office }) => {
  const word = `Ferry${crypto.randomUUID().slice(0, 6)}`
  const [title] = await requests(office, word, 1)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/requests?search=${word}`)
  await page.getByRole('listitem').filter({ hasText: title }).getByText('Unassigned').click()
  await expect(details(page).getByRole('heading', { name: title })).toBeVisible()
})
