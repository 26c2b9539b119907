import { expect, failedWith, test } from './test.ts'
import { answer, editDialog, expectToast, fillNewRequest, newRequestDialog, problem, rowOf, toasts } from './steps.ts'

/** The page retries reads twice after a 5xx; a 4xx is final and quicker to test. */
const REFUSED = { status: 403, body: problem('You are not allowed to do this.', 'not-allowed') }
const BROKEN = { status: 500, body: problem('The database is not there.') }

test.beforeEach(({ expected }) => {
  expected.push(failedWith(400), failedWith(401), failedWith(403), failedWith(409), failedWith(500), failedWith(503))
})

for (const { path, screen, text } of [
  { path: /\/dashboard\/stats/, screen: '/dashboard', text: 'Failed to fetch stats' },
  { path: /\/dashboard\/status-distribution/, screen: '/dashboard', text: 'Failed to fetch status distribution' },
  { path: /\/dashboard\/volume/, screen: '/dashboard', text: 'Failed to fetch volume data' },
  { path: /\/api\/requests\?/, screen: '/requests', text: 'Failed to fetch requests' },
  { path: /\/api\/profile$/, screen: '/profile', text: 'Failed to load profile information' },
]) {
  test(`"${text}" replaces the part, with a retry`, async ({ asManager: page }) => {
    await answer(page, path, REFUSED)
    await page.goto(screen)
    const note = page.getByRole('alert').filter({ hasText: text })
    await expect(note).toContainText('You are not allowed to do this.')
    // A screen that refetches by itself may be quicker than a pointer: the key follows at once.
    await note.getByRole('button', { name: 'Try again' }).focus()
    await page.unrouteAll()
    await page.keyboard.press('Enter')
    await expect(note).toBeHidden()
  })
}

test('comments that cannot be read or added say so, and the text stays', async ({ asUser: page, office }) => {
  const request = await office.createRequest(await office.signIn('user'))
  await answer(page, /\/comments$/, REFUSED)
  await page.goto(`/dashboard?request=${request.id}&tab=comments`)
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch comments' })).toBeVisible()
  const field = page.getByLabel('Your comment')
  const add = page.getByRole('tabpanel').getByRole('button', { name: 'Add Comment' })
  await expect(add).toBeDisabled()
  await field.fill('   ')
  await expect(add).toBeDisabled()
  await field.fill('Not lost.')
  await add.click()
  await expectToast(page, 'Error', 'You are not allowed to do this.')
  await expect(field).toHaveValue('Not lost.')
})

test('a comment without any answer gets the sentence of the page', async ({ asUser: page, office, expected }) => {
  expected.push(/net::ERR_FAILED/)
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/dashboard?request=${request.id}&tab=comments`)
  await page.route('**/comments', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await page.getByLabel('Your comment').fill('Not lost.')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Add Comment' }).click()
  await expect(toasts(page).filter({ hasText: 'Error' })).toHaveCount(1)
  await expect(page.getByLabel('Your comment')).toHaveValue('Not lost.')
})

test('a request that was not created says why, and nothing typed is lost', async ({ asUser: page, expected }) => {
  expected.push(/net::ERR_FAILED/)
  await page.goto('/dashboard?modal=new-request')
  const form = newRequestDialog(page)
  const submit = form.getByRole('button', { name: 'Submit Request' })
  const alert = form.getByRole('alert')
  await submit.click()
  for (const message of [
    'Title is required',
    'Description is required',
    'Department is required',
    'Due date is required',
  ])
    await expect(form.getByText(message)).toBeVisible()
  await fillNewRequest(page, {
    title: 'A title',
    description: 'Words.',
    department: 'Operations',
    dueDate: '2031-01-31',
  })

  await answer(page, /\/api\/requests$/, BROKEN, 'POST')
  await submit.click()
  await expect(alert).toContainText(
    'Server error (500: The database is not there.). This may be a temporary issue - please try again.',
  )
  await page.unrouteAll()
  await answer(
    page,
    /\/api\/requests$/,
    { status: 503, contentType: 'text/html', body: '<!doctype html><p>Gateway</p>' },
    'POST',
  )
  await submit.click()
  await expect(alert).toContainText(
    'Server error (Infrastructure Error (503): The deployment service is having issues. Please try again in a moment.). This may be a temporary issue - please try again.',
  )
  await page.unrouteAll()
  await answer(page, /\/api\/requests$/, { status: 400, body: problem('This office takes no requests today.') }, 'POST')
  await submit.click()
  await expect(alert).toContainText('This office takes no requests today.')
  await page.unrouteAll()
  await page.route('**/api/requests', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await submit.click()
  await expect(alert).toContainText('Failed to create request. Please try again.')
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('A title')
})

test('a request sent after the session ended leads to sign-in within two seconds', async ({ asUser: page }) => {
  await page.clock.install()
  await page.goto('/dashboard?modal=new-request')
  const form = await fillNewRequest(page, {
    title: 'A title',
    description: 'Words.',
    department: 'Operations',
    dueDate: '2031-01-31',
  })
  await answer(page, /\/api\/requests$/, { status: 401, body: problem('Please sign in.', 'not-signed-in') }, 'POST')
  await page.clock.pauseAt(Date.now() + 60_000)
  await form.getByRole('button', { name: 'Submit Request' }).click()
  await expectToast(page, 'Session Expired', 'Please log in again to continue')
  await page.clock.runFor(1_900)
  await expect(page).toHaveURL(/\/dashboard/)
  await page.clock.runFor(200)
  await expect(page).toHaveURL(/\/login$/)
})

test('an edit that fails says why and stays open', async ({ asManager: page, office, expected }) => {
  expected.push(/net::ERR_FAILED/)
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/requests?edit=${request.id}`)
  const edit = editDialog(page)
  const title = edit.getByLabel('Title', { exact: true })
  await title.fill('')
  await edit.getByRole('button', { name: 'Update Request' }).click()
  await expect(edit.getByText('Title is required')).toBeVisible()
  await title.fill('Another title')
  await answer(page, new RegExp(`/api/requests/${request.id}$`), REFUSED, 'PATCH')
  await edit.getByRole('button', { name: 'Update Request' }).click()
  await expectToast(page, 'Update Failed', 'You are not allowed to do this.')
  await expect(title).toHaveValue('Another title')
  await page.unrouteAll()
  await page.route(`**/api/requests/${request.id}`, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  )
  await edit.getByRole('button', { name: 'Update Request' }).click()
  await expectToast(page, 'Update Failed', 'The server cannot be reached. Check your connection and try again.')
})

test('a request that the browser cannot prepare says so, and sends and loses nothing', async ({
  asUser: page,
  expected,
}) => {
  expected.push(/no randomness here/)
  // The idempotency key of the submission cannot be generated.
  await page.addInitScript(() => {
    crypto.getRandomValues = () => {
      throw new Error('no randomness here')
    }
  })
  let sent = 0
  await page.route('**/api/requests', (route) => {
    sent++
    return route.fallback()
  })
  await page.goto('/dashboard?modal=new-request')
  const dialog = await fillNewRequest(page, {
    title: 'Not prepared',
    description: 'What was typed stays.',
    department: 'Operations',
    dueDate: '2031-03-31',
  })
  await dialog.getByRole('button', { name: 'Submit Request' }).click()
  await expectToast(page, 'Submission Error', 'There was an error preparing your request. Please try again.')
  await expect(dialog.getByLabel('Title', { exact: true })).toHaveValue('Not prepared')
  await expect(dialog.getByRole('button', { name: 'Submit Request' })).toBeEnabled()
  expect(sent).toBe(0)
})

test('a cancel that fails says why', async ({ asUser: page, office, expected }) => {
  expected.push(/net::ERR_FAILED/)
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/requests?search=${encodeURIComponent(request.title)}`)
  page.on('dialog', (dialog) => void dialog.accept())
  const cancel = rowOf(page, request.title).getByRole('button', { name: 'Cancel' })
  await answer(page, /\/cancel$/, { status: 409, body: problem('It has been completed meanwhile.', 'wrong-status') })
  await cancel.click()
  await expectToast(page, 'Error', 'It has been completed meanwhile.')
  await page.unrouteAll()
  await page.route('**/cancel', (route) => route.abort())
  await cancel.click()
  await expectToast(page, 'Error', 'Failed to cancel request')
})

test('a profile that cannot be saved keeps its text', async ({ asUser: page }) => {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('First name').fill('Another')
  await answer(page, /\/api\/profile$/, REFUSED, 'PUT')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Update Failed', 'Failed to update profile. Please try again.')
  await expect(page.getByLabel('First name')).toHaveValue('Another')
})

test('a password is refused when it is short, repeated wrongly or not the present one', async ({ asUser: page }) => {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change Password' }).click()
  const [present, next, repeated] = [
    page.getByLabel('Current password', { exact: true }),
    page.getByLabel('New password', { exact: true }),
    page.getByLabel('Repeat the new password', { exact: true }),
  ]
  const change = page.getByRole('button', { name: 'Change Password' })
  await present.fill('not the present one')
  await next.fill('short')
  await repeated.fill('other')
  await change.click()
  await expect(page.getByText('Password Too Short - Password must be at least 6 characters long.')).toBeVisible()
  await expect(page.getByText('Password Mismatch - New passwords do not match.')).toBeVisible()
  await next.fill('a sentence of some length')
  await repeated.fill('a sentence of some length')
  await change.click()
  await expect(toasts(page).filter({ hasText: 'Password Change Failed' })).toHaveCount(1)
  await expect(page).toHaveURL(/\/profile$/)
})
