import { expect, failedWith, test } from './test.ts'
import { PASSWORD } from './office.ts'
import { editDialog, expectToast, fillNewRequest, newRequestDialog, problem, rowOf, toasts } from './steps.ts'

for (const { path, role } of [
  { path: '/analytics', role: 'user' },
  { path: '/team', role: 'user' },
  { path: '/team', role: 'manager' },
  { path: '/settings', role: 'user' },
  { path: '/settings/security', role: 'manager' },
] as const) {
  test(`${path} is restricted for a ${role}`, async ({ open }) => {
    const page = await open(role)
    await page.goto(path)
    await expect(page.getByText('Access restricted')).toBeVisible()
    await expect(page.getByRole('main')).toContainText(/administrator/i)
  })
}

test('each role has its menu, and ADMIN marks two items', async ({ asUser, asManager, asAdmin }) => {
  const everyone = ['Dashboard', 'New RFD Request', 'All Requests', 'AI Assistant', 'Profile']
  const menus = [
    { page: asUser, items: everyone },
    { page: asManager, items: [...everyone, 'Analytics', 'Export Reports'] },
    { page: asAdmin, items: [...everyone, 'Analytics', 'Export Reports', 'Team Management', 'Audit Log', 'Settings'] },
  ]
  for (const { page, items } of menus) {
    await page.goto('/no-such-page')
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu).toBeVisible()
    const texts = (await menu.getByRole('link').allInnerTexts()).map((text) =>
      text.replace(/\s*(ADMIN|[\d,]+)$/, '').trim(),
    )
    expect(new Set(texts)).toEqual(new Set(items))
  }
  await expect(asAdmin.getByRole('navigation', { name: 'Main' }).getByText('ADMIN')).toHaveCount(2)
})

test('an unknown address is the 404 page, and the way on leads to the dashboard', async ({ asUser: page }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('being offline is said, and what was loaded and typed stays', async ({ asUser: page, office, expected }) => {
  expected.push(/net::ERR_INTERNET_DISCONNECTED/)
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/requests/${request.id}?tab=comments`)
  await page.getByLabel('Your comment').fill('Written in a tunnel.')
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline')).toBeVisible()
  await page.getByRole('tabpanel').getByRole('button', { name: 'Add Comment' }).click()
  await expect(page.getByLabel('Your comment')).toHaveValue('Written in a tunnel.')
  await page.context().setOffline(false)
  await expect(page.getByText('You are offline')).toBeHidden()
  await expect(page.getByRole('list', { name: 'Comments' })).toContainText('Written in a tunnel.')
})

test('being offline is said inside an open dialog too', async ({ asUser: page }) => {
  await page.goto('/dashboard?modal=new-request')
  const form = newRequestDialog(page)
  await expect(form).toBeVisible()
  await page.context().setOffline(true)
  await expect(form.getByText('You are offline')).toBeVisible()
  await page.context().setOffline(false)
  await expect(form.getByText('You are offline')).toBeHidden()
})

test('a request that is submitted offline says that it waits, and is created when the connection is back', async ({
  asUser: page,
  expected,
}) => {
  expected.push(/net::ERR_INTERNET_DISCONNECTED/)
  await page.goto('/dashboard?modal=new-request')
  const form = await fillNewRequest(page, {
    title: `Sent from a tunnel ${crypto.randomUUID()}`,
    description: 'There was no connection.',
    department: 'Operations',
    dueDate: '2031-01-31',
  })
  await page.context().setOffline(true)
  await expect(form.getByText('You are offline')).toBeVisible()
  await form.getByRole('button', { name: 'Submit Request' }).click()
  await expect(form.getByText('Waiting for a connection...')).toBeVisible()
  await page.context().setOffline(false)
  await expectToast(page, 'RFD request created successfully')
})

test('a text in a script from right to left is shown and typed from right to left', async ({
  asManager: page,
  office,
}) => {
  const request = await office.createRequest(await office.signIn('user'), {
    title: 'تحديث جدول التعريفة',
    description: 'يجب تحديث الجدول.\n\n1. أولاً\n2. ثانياً\n\nThe end.',
  })
  const directionOf = (text: string) =>
    page.getByText(text, { exact: true }).evaluate((element) => getComputedStyle(element).direction)
  await page.goto(`/requests/${request.id}`)
  expect(await directionOf('يجب تحديث الجدول.')).toBe('rtl')
  expect(await directionOf('ثانياً')).toBe('rtl')
  expect(await directionOf('The end.')).toBe('ltr')
  await page.getByRole('button', { name: 'Edit Request' }).click()
  for (const label of ['Title', 'Description'])
    await expect(editDialog(page).getByLabel(label, { exact: true })).toHaveCSS('direction', 'rtl')
})

test('in a low window the foot of a request stays inside its dialog, and all of its text can be reached', async ({
  asManager: page,
  office,
}) => {
  const request = await office.createRequest(await office.signIn('user'), {
    title: 'Name the earlier voyage on the refusal '.repeat(5).trim(),
    description: 'A line of it.\n\n'.repeat(40) + 'The last line.',
  })
  await page.goto(`/requests?request=${request.id}`)
  const dialog = page.getByRole('dialog')
  const close = dialog.getByRole('button', { name: 'Close' }).last()
  for (const height of [800, 650, 450]) {
    await page.setViewportSize({ width: height === 450 ? 720 : 1366, height })
    await expect(close).toBeInViewport({ ratio: 1 })
    const [outer, inner] = [await dialog.boundingBox(), await close.boundingBox()]
    expect(inner!.y + inner!.height).toBeLessThanOrEqual(outer!.y + outer!.height)
    await dialog.getByText('The last line.').scrollIntoViewIfNeeded()
    await expect(dialog.getByText('The last line.')).toBeInViewport()
  }
})

test('a page that cannot be shown says "Something went wrong", and Refresh Page tries again', async ({
  asUser: page,
  expected,
}) => {
  expected.push(/./)
  await page.route(/\/assets\/ProfilePage[^/]*\.js/, (route) => route.abort())
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
})

test('a call without an answer is given up after 15 seconds', async ({ guest: page, expected }) => {
  expected.push(failedWith(0), /net::ERR/)
  await page.clock.install()
  await page.goto('/login')
  await page.route('**/api/auth/login', () => {})
  await page.getByPlaceholder('Enter your username').fill('user')
  await page.getByPlaceholder('Enter your password').fill(PASSWORD)
  await page.clock.pauseAt(Date.now() + 60_000)
  const called = page.waitForRequest('**/api/auth/login')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await called
  await page.clock.runFor(14_900)
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
  await page.clock.runFor(200)
  await expect(page.getByRole('alert')).toContainText('The server did not answer within 15 seconds. Please try again.')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
})

test('a tooltip opens after 700 milliseconds', async ({ asManager: page }) => {
  await page.clock.install()
  await page.goto('/requests')
  const view = page.getByRole('button', { name: 'View' }).first()
  await expect(view).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await view.hover()
  await page.clock.runFor(650)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(page.getByRole('tooltip')).toHaveText('View')
})

test('a dialog that is closed while it saves leaves the page alone and tells the outcome', async ({
  asManager: page,
  office,
}) => {
  const request = await office.createRequest(await office.signIn('user'))
  let answerNow: () => void = () => {}
  const held = new Promise<void>((resolve) => (answerNow = resolve))
  await page.route(`**/api/requests/${request.id}`, async (route) => {
    if (route.request().method() === 'PATCH') await held
    await route.continue()
  })
  await page.goto('/profile')
  await page.getByRole('link', { name: 'All Requests' }).click()
  await rowOf(page, request.title).getByRole('button', { name: 'Edit' }).click()
  const title = `${request.title}, edited`
  await editDialog(page).getByLabel('Title', { exact: true }).fill(title)
  await editDialog(page).getByRole('button', { name: 'Update Request' }).click()
  await expect(editDialog(page).getByText('Updating...')).toBeVisible()
  // Text typed now would not be part of the pending submission.
  await editDialog(page).getByLabel('Title', { exact: true }).press('x')
  await expect(editDialog(page).getByLabel('Title', { exact: true })).toHaveValue(title)
  await editDialog(page).getByRole('combobox', { name: 'Priority' }).press('Enter')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(editDialog(page)).toBeHidden()
  await expect(toasts(page)).toHaveCount(0)
  answerNow()
  await expectToast(page, 'Success')
  await expect(page).toHaveURL(/\/requests$/)
  await expect(rowOf(page, title)).toBeVisible()
})

test('a request that fails after its form was closed is told, with the way back to its text', async ({
  asUser: page,
  expected,
}) => {
  expected.push(failedWith(400))
  let answerNow: () => void = () => {}
  const held = new Promise<void>((resolve) => (answerNow = resolve))
  await page.route('**/api/requests', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await held
    return route.fulfill({ status: 400, contentType: 'application/json', body: problem('The office is closed.') })
  })
  await page.goto('/dashboard?modal=new-request')
  const form = await fillNewRequest(page, {
    title: 'Closed too early',
    description: 'And refused.',
    department: 'Operations',
    dueDate: '2031-01-31',
  })
  await form.getByRole('button', { name: 'Submit Request' }).click()
  await expect(form.getByText('Creating...')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(toasts(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Profile' }).click()
  answerNow()
  await expectToast(page, 'Your request was not created', 'The office is closed.')
  await expect(page).toHaveURL(/\/profile$/)
  await toasts(page).getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Closed too early')
})
