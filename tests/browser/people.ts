import { expect, type Page } from '@playwright/test'

export const NEW_PASSWORD = 'tractor-violin-92'
let made = 0

/** A person that no other test has invited. */
export function newcomer(name = 'Eva Stone') {
  const username = `newcomer${++made}${String.fromCharCode(97 + (made % 26))}z`
  return { name, username, email: `${username}@office.example` }
}

export async function fillIn(page: Page, { name, username, email }: ReturnType<typeof newcomer>): Promise<void> {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(email)
}

/** Invites a person on the screen. @returns the link */
export async function inviteOnScreen(page: Page, person: ReturnType<typeof newcomer>): Promise<string> {
  await page.goto('/team/add-user')
  await fillIn(page, person)
  await page.getByRole('button', { name: 'Create invitation' }).click()
  const link = page.getByRole('textbox', { name: 'Invitation link' })
  await expect(link).toHaveValue(/\/invitation#[\w-]{43}$/)
  return link.inputValue()
}

export async function accept(guest: Page, link: string): Promise<void> {
  await guest.goto(link)
  await guest.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await guest.getByRole('button', { name: 'Save password and sign in' }).click()
  await expect(guest.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}
