import type { Locator, Page } from '@playwright/test'
import { fillNewRequest, newRequestDialog, toasts } from './steps.ts'
import { expect, test } from './test.ts'

// Where things are while and after they move.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Presses and releases at the control's position before the press: a person aims only once. */
async function pressWhereItStands(page: Page, control: Locator): Promise<{ moved: number }> {
  await control.scrollIntoViewIfNeeded()
  const before = (await control.boundingBox())!
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
  await page.mouse.down()
  // Changes caused by the press are rendered before the release.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))))
  const after = await control.boundingBox()
  await page.mouse.up()
  return { moved: Math.abs((after?.y ?? before.y) - before.y) }
}

test('Change Password is pressed although the message above it goes with the press', async ({ asUser: page }) => {
  const calls: string[] = []
  await page.route('**/api/profile/change-password', (route) => {
    calls.push(route.request().method())
    return route.fulfill({ json: {} })
  })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByLabel('Current password').fill('rfd-demo')
  await page.getByLabel('Repeat the new password').fill('a meadow full of larks')
  await page.getByLabel('New password', { exact: true }).fill('a meadow full of larks')
  await expect(page.getByText(/^Password Mismatch/)).toBeVisible()
  const { moved } = await pressWhereItStands(page, page.getByRole('button', { name: 'Change Password' }))
  expect(moved).toBeGreaterThan(0)
  await expect.poll(() => calls).toEqual(['POST'])
})

test('Save Changes and Cancel are pressed although a message comes under the pointer', async ({ asUser: page }) => {
  await page.goto('/profile')
  for (const button of ['Save Changes', 'Cancel']) {
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByLabel('Email').fill('')
    const { moved } = await pressWhereItStands(page, page.getByRole('button', { name: button }))
    expect(moved).toBeGreaterThan(0)
    if (button === 'Save Changes') {
      await expect(page.getByLabel('Email')).toBeFocused()
      await page.getByRole('button', { name: 'Cancel' }).click()
    }
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  }
})

test('a press that is dragged off its control, or started beside it, has no effect', async ({ asUser: page }) => {
  await page.goto('/dashboard?modal=new-request')
  const form = newRequestDialog(page)
  const box = (await form.getByRole('button', { name: 'Cancel' }).boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 150, y)
  await page.mouse.up()
  await page.mouse.down()
  await page.mouse.move(x, y)
  await page.mouse.up()
  await expect(form).toBeVisible()
  // The first press moved the focus away from the title, which now shows that it is missing.
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
})

test('a tap is one click', async ({ office, browser }) => {
  const { token, user } = await office.signIn('user')
  const localStorage = [
    { name: 'rfd.token', value: token },
    { name: 'rfd.user', value: JSON.stringify(user) },
  ]
  const context = await browser.newContext({
    baseURL: office.url,
    hasTouch: true,
    storageState: { cookies: [], origins: [{ origin: office.url, localStorage }] },
  })
  const page = await context.newPage()
  await page.goto('/profile')
  await page.evaluate(() => {
    const taps: Element[] = []
    Object.assign(window, { taps })
    // A label forwards its own click to its control.
    document.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('button, input')) taps.push(target)
    })
  })
  await page.getByRole('button', { name: 'Change Password' }).tap()
  await expect(page.getByLabel('Current password')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Show the passwords' }).tap()
  await expect(page.getByRole('checkbox', { name: 'Show the passwords' })).toBeChecked()
  expect(await page.evaluate('window.taps.length')).toBe(2)
  await context.close()
})

for (const { name, moves } of [
  { name: 'Cancel', moves: true },
  { name: 'AI Classification', moves: false },
])
  test(`${name} of the new request is pressed although leaving the title says that it is missing`, async ({
    asUser: page,
  }) => {
    await page.goto('/dashboard?modal=new-request')
    const form = newRequestDialog(page)
    await expect(form.getByLabel('Title', { exact: true })).toBeFocused()
    const control = form.getByRole(name === 'Cancel' ? 'button' : 'tab', { name })
    const { moved } = await pressWhereItStands(page, control)
    if (moves) {
      expect(moved).toBeGreaterThan(0)
      await expect(form).toBeHidden()
    } else await expect(control).toHaveAttribute('aria-selected', 'true')
  })

test('the second click on Submit Request does not open what lay under the button', async ({ asUser: page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/dashboard')
  await page.getByRole('region', { name: 'Recent RFD Requests' }).getByRole('link', { name: 'New RFD Request' }).click()
  const form = await fillNewRequest(page, {
    title: 'Print the gate pass twice',
    description: 'The driver keeps one.',
    department: 'Operations',
    dueDate: '2031-03-31',
  })
  const box = (await form.getByRole('button', { name: 'Submit Request' }).boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.up()
  await expect(form).toBeHidden()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(toasts(page)).toHaveCount(1)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('Enter pressed twice on Submit Request does not open an empty form', async ({ asUser: page }) => {
  await page.goto('/dashboard')
  await page.getByRole('region', { name: 'Recent RFD Requests' }).getByRole('link', { name: 'New RFD Request' }).click()
  const form = await fillNewRequest(page, {
    title: 'Print the gate pass twice',
    description: 'The driver keeps one.',
    department: 'Operations',
    dueDate: '2031-03-31',
  })
  await form.getByRole('button', { name: 'Submit Request' }).press('Enter')
  await expect(form).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toHaveCount(1)
  await expect(form).toBeHidden()
})
