import type { Page } from '@playwright/test'
import { choose, openBatchStart } from './steps.ts'
import { expect, test } from './test.ts'
import { walk } from './walk.ts'

const focused = (page: Page) => page.locator(':focus')

/** Presses Tab until the control with this name has the focus. */
async function tabTo(page: Page, stop: string): Promise<void> {
  await walk(page, 'Tab', (now) => now === stop)
  await expect(focused(page)).toBeVisible()
}

test('six suggestions are decided one after the other without a pointer', async ({ asManager: page, office }) => {
  const user = await office.signIn('user')
  for (let i = 0; i < 8; i++) await office.createRequest(user, { department: 'compliance' })
  const start = await openBatchStart(page)
  await choose(page, 'Department', 'Compliance')
  await start.click()
  await expect(page.getByText('The backlog has been analyzed')).toBeVisible()
  const name = async () => (await focused(page).getAttribute('aria-label')) ?? ''
  await page
    .getByRole('button', { name: /^Accept RFD/ })
    .first()
    .focus()
  const decided: string[] = []
  for (let row = 0; row < 6; row++) {
    // Accept, correct and skip round-robin, each from where the last one left the focus.
    const before = await name()
    expect(before).toMatch(/^(Accept|Correct|Skip) RFD/)
    const id = before.split(' ')[1] ?? ''
    expect(decided).not.toContain(id)
    decided.push(id)
    const decision = ['Accept', 'Correct', 'Skip'][row % 3]!
    const order = ['Accept', 'Correct', 'Skip']
    const by = order.indexOf(decision) - order.indexOf(before.split(' ')[0] ?? '')
    for (let step = 0; step < Math.abs(by); step++) await page.keyboard.press(by > 0 ? 'Tab' : 'Shift+Tab')
    await expect(focused(page)).toHaveAccessibleName(`${decision} ${id}`)
    // While a decision is in flight, a press is a no-op, so that a double click decides one row.
    await expect(focused(page)).not.toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Enter')
    if (decision === 'Correct') {
      await expect(focused(page)).toHaveAccessibleName(/^Priority/)
      for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
    }
    await expect(page.getByRole('button', { name: `Skip ${id}` })).toHaveCount(0)
    await expect(focused(page)).toHaveAccessibleName(/^(Accept|Correct|Skip) RFD/)
  }
  await page.getByRole('button', { name: 'Skipped', exact: true }).press('Enter')
  await page
    .getByRole('button', { name: /^Undo RFD/ })
    .first()
    .focus()
  const undone = await name()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: undone })).toHaveCount(0)
  await expect(focused(page)).toHaveAccessibleName(/^Undo RFD/)
})

test('four requests are triaged one after the other without a pointer', async ({ asManager: page, office }) => {
  const word = `Lighter${crypto.randomUUID().slice(0, 6)}`
  const user = await office.signIn('user')
  for (let i = 0; i < 5; i++) await office.createRequest(user, { title: `${word} ${i}` })
  await page.goto(`/requests?status=pending&search=${word}&sort=requestId&order=desc`)
  await page.getByRole('link', { name: word }).first().focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  for (let i = 4; i >= 1; i--) {
    await expect(dialog.getByRole('heading', { name: `${word} ${i}`, exact: true })).toBeVisible()
    await tabTo(page, 'button Edit Request')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Title', { exact: true })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(focused(page)).toHaveAccessibleName(/^Status/)
    await page.keyboard.type('In P')
    await expect(focused(page)).toContainText('In Progress')
    await tabTo(page, 'button Update Request')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('heading', { name: `${word} ${i}`, exact: true })).toBeVisible()
    await tabTo(page, 'button Next request')
    await page.keyboard.press('Enter')
  }
  await expect(dialog.getByRole('heading', { name: `${word} 0`, exact: true })).toBeVisible()
  await tabTo(page, 'button Close')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: word })).toHaveCount(1)
  await expect(page.getByRole('link', { name: word })).toBeFocused()
})

test('a row that leaves the list by being decided hands the focus to the one in its place', async ({
  asUser: page,
  office,
}) => {
  const word = `Barge${crypto.randomUUID().slice(0, 6)}`
  const user = await office.signIn('user')
  for (let i = 0; i < 3; i++) await office.createRequest(user, { title: `${word} ${i}` })
  await page.goto(`/requests?status=pending&search=${word}&sort=requestId&order=desc`)
  page.on('dialog', (question) => void question.accept())
  const cancels = page.getByRole('button', { name: 'Cancel', exact: true })
  await expect(cancels).toHaveCount(3)
  await cancels.first().focus()
  for (const left of [2, 1]) {
    await page.keyboard.press('Enter')
    await expect(cancels).toHaveCount(left)
    await expect(cancels.first()).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByText('No requests found')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recent RFD Requests' }).locator(':focus')).toHaveCount(1)
})
