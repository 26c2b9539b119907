import type { Page } from '@playwright/test'
import { expectAccessibleAt } from './axe.ts'
import { inviteOnScreen, newcomer } from './people.ts'
import { expectToast } from './steps.ts'
import { expect, test } from './test.ts'
import { walk } from './walk.ts'

const bar = (page: Page) => page.getByRole('group', { name: 'Selected people' })

/** @param name of both, which no other test of the office uses */
async function invitedAndSelected(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 2; i++) await inviteOnScreen(page, newcomer(name))
  await page.goto(`/team/users?search=${encodeURIComponent(name)}&state=invited`)
  await page.getByRole('checkbox', { name: 'Select everybody on this page' }).press('Space')
  await expect(bar(page)).toContainText('2 selected')
}

test('several invitations get new links by the keyboard alone, and the focus returns', async ({ asAdmin: page }) => {
  await invitedAndSelected(page, 'Rita Keys')
  const button = bar(page).getByRole('button', { name: 'New invitation links' })
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New invitation links' })
  await expect(dialog).toContainText('2 people will get a new invitation link.')
  const confirm = dialog.getByRole('button', { name: 'New invitation links: 2 people' })
  await confirm.press('Enter')
  await expectToast(page, 'New links for 2 people')
  const file = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download links as CSV' }).press('Enter')
  expect((await file).suggestedFilename()).toBe('invitation-links.csv')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('Tab goes through a change of several people', async ({ asAdmin: page }) => {
  await invitedAndSelected(page, 'Rita Tab')
  await bar(page).getByRole('button', { name: 'Set role' }).click()
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Role' })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeFocused()
  expect(await walk(page, 'Tab', () => false)).toEqual(['combobox Role', 'button Cancel', 'button Close'])
})

test('a selection and its dialogs can be read and used at any width, in both themes', async ({ asAdmin: page }) => {
  await invitedAndSelected(page, 'Rita Wide')
  await expectAccessibleAt(page, 390, 1024, 1366)
  await bar(page).getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByRole('dialog')).toContainText('2 people left out: have not accepted their invitation yet.')
  await expectAccessibleAt(page, 390)
})
