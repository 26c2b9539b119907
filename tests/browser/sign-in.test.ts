import type { Page } from '@playwright/test'
import { PASSWORD } from './office.ts'
import { expect, failedWith, test } from './test.ts'
import { answer, endSessionBefore, expectToast, problem, search } from './steps.ts'

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByPlaceholder('Enter your username').fill(username)
  await page.getByPlaceholder('Enter your password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

function stored(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() => ['rfd.token', 'rfd.user'].map((key) => localStorage.getItem(key)))
}

/** A token of three parts with the given age; it is checked by the page only. */
function tokenIssued(hoursAgo: number): string {
  const payload = { iat: Math.floor(Date.now() / 1000) - hoursAgo * 3600 }
  return `head.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.seal`
}

test('a person signs in, is welcomed and comes to the dashboard', async ({ guest: page, office }) => {
  const { user } = await office.signIn('user')
  await page.goto('/login')
  await expect(page.getByText('Contact your administrator for account access')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('Demo')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/auth/login', async (route) => {
    await held
    await route.continue()
  })
  await signIn(page, 'user', PASSWORD)
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
  release()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expectToast(page, 'Login successful', `Welcome back, ${user.firstName}!`)
  const [token, storedUser] = await stored(page)
  expect(token?.split('.')).toHaveLength(3)
  expect(storedUser).toContain(user.id)
})

test('wrong credentials, missing fields, a raw failure and a silent one are each explained', async ({
  guest: page,
  expected,
}) => {
  expected.push(failedWith(401), failedWith(500), failedWith(503), /net::ERR_FAILED/)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()

  const alert = page.getByRole('alert')
  await signIn(page, 'user', 'not the password')
  await expect(alert).toHaveText('Invalid username or password')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
  expect(await stored(page)).toEqual([null, null])

  await answer(page, /\/auth\/login$/, { status: 500, body: problem('The accounts cannot be read.') })
  await signIn(page, 'user', PASSWORD)
  await expect(alert).toHaveText('The accounts cannot be read.')
  await answer(page, /\/auth\/login$/, {
    status: 503,
    contentType: 'text/html',
    body: '<!doctype html><h1>Bad gateway</h1>',
  })
  await signIn(page, 'user', PASSWORD)
  await expect(alert).toHaveText(
    'Infrastructure Error (503): The deployment service is having issues. Please try again in a moment.',
  )
})

test('nobody comes past the door, and after signing in everybody is where they wanted to be', async ({
  guest: page,
}) => {
  await page.goto('/requests?status=pending')
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, 'manager', PASSWORD)
  await expect(page).toHaveURL(/\/requests\?status=pending$/)
})

test('the root leads to the dashboard or to the sign-in page', async ({ asUser, guest }) => {
  await asUser.goto('/')
  await expect(asUser).toHaveURL(/\/dashboard$/)
  await guest.goto('/')
  await expect(guest).toHaveURL(/\/login$/)
})

test('signing out removes token and user, and the page to return to', async ({ asUser: page }) => {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await stored(page)).toEqual([null, null])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await signIn(page, 'user', PASSWORD)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a session ended by the server leads to the sign-in page and back', async ({ asUser: page, expected }) => {
  expected.push(failedWith(401))
  await page.goto('/requests')
  await expect(page.getByText(/^Showing 1 to /)).toBeVisible()
  await endSessionBefore(page, 'GET', /^\/api\/requests\?.*search=bond/)
  await search(page, 'bond')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Your session has ended')).toBeVisible()
  expect(await stored(page)).toEqual([null, null])
  await signIn(page, 'user', PASSWORD)
  await expect(page).toHaveURL(/\/requests\?search=bond$/)
})

test('a session ended by the server brings every tab back to its own page', async ({ asUser: page, expected }) => {
  expected.push(failedWith(401))
  await page.goto('/requests?search=bond')
  await expect(page.getByText(/^Showing 1 to /)).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/profile')
  await expect(other.getByRole('heading', { name: 'Your sessions' })).toBeVisible()
  await endSessionBefore(page, 'GET', /^\/api\/requests\?.*search=cargo/)
  await search(page, 'cargo')
  await expect(page).toHaveURL(/\/login$/)
  await expect(other).toHaveURL(/\/login$/)
  await expect(other.getByText('Your session has ended')).toBeVisible()
  await signIn(page, 'user', PASSWORD)
  await expect(page).toHaveURL(/\/requests\?search=cargo$/)
  await expect(other).toHaveURL(/\/profile$/)
})

for (const [what, token] of [
  ['older than 24 hours', tokenIssued(25)],
  ['without three parts', 'not-a-token'],
  ['that cannot be read', 'one.two.three'],
] as const) {
  test(`a stored token ${what} is discarded together with the user`, async ({ asUser: page }) => {
    await page.goto('/no-such-page')
    await page.evaluate((text) => localStorage.setItem('rfd.token', text), token)
    await page.reload()
    await expect(page).toHaveURL(/\/login$/)
    expect(await stored(page)).toEqual([null, null])
  })
}

test('a stored token without a user, or the reverse, is not a session', async ({ asUser: page }) => {
  await page.goto('/no-such-page')
  await page.evaluate(() => localStorage.removeItem('rfd.user'))
  await page.reload()
  await expect(page).toHaveURL(/\/login$/)
})
