import { expectAccessibleAt } from './axe.ts'
import { choose, expectToast } from './steps.ts'
import { expect, failedWith, test } from './test.ts'

test('an administrator learns what one person can do with one request, and why not', async ({
  asAdmin: page,
  office,
  expected,
}) => {
  expected.push(failedWith(404))
  const manager = await office.signIn('manager')
  const request = await office.createRequest(manager)
  await page.goto(`/requests/${request.requestId}`)
  await page.getByRole('link', { name: 'Who can do what' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Who Can Do What' })).toBeVisible()
  await expect(page.getByLabel('Request number')).toHaveValue(request.requestId)
  await expect(page.getByText('Whose access?')).toBeVisible()
  const { user } = await office.signIn('user')
  await choose(page, 'Person', `${user.firstName} ${user.lastName}`)
  const about = page.getByRole('region', { name: request.requestId })
  await expect(about.getByRole('listitem').filter({ hasText: 'Cancel it' })).toHaveText(
    /Cannot.*They did not ask for it, and role User lacks requests.cancelAny/,
  )
  await expect(about.getByRole('listitem').filter({ hasText: 'Comment on it' })).toHaveText(
    /Can.*Role User has comments.create/,
  )
  await expectAccessibleAt(page, 1366, 390)
  await page.getByLabel('Request number').fill('RFD-1999-0001')
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect(page.getByText('There is no such request.')).toBeVisible()
})

test('what others can do is restricted to administrators', async ({ asUser, asManager, office }) => {
  const request = await office.createRequest(await office.signIn('user'))
  for (const page of [asUser, asManager]) {
    await page.goto('/team/access')
    await expect(page.getByText('Access restricted')).toBeVisible()
    await page.goto(`/requests/${request.requestId}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Who can do what' })).toHaveCount(0)
  }
})

test('an administrator sees the page as somebody else, changes nothing, and stops', async ({
  asAdmin: page,
  office,
  expected,
}) => {
  expected.push(failedWith(403))
  const { user } = await office.signIn('user')
  const name = `${user.firstName} ${user.lastName}`
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/team/access?person=${user.id}`)
  await page.getByRole('button', { name: `See the page as ${name}` }).click()
  const banner = page.getByRole('status').filter({ hasText: `you see the page as ${name}` })
  await expect(banner).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).not.toContainText('Team Management')
  await expect(page.getByRole('banner')).toContainText(name)
  await page.goto(`/dashboard?request=${request.id}&tab=comments`)
  await page.getByLabel('Your comment').fill('Not mine to say.')
  await page.getByRole('tabpanel').getByRole('button', { name: 'Add Comment' }).click()
  await expectToast(page, 'Nothing can be changed')
  await page.goto('/requests')
  await expect(banner).toBeVisible()
  await expectAccessibleAt(page, 1366, 390)
  await banner.getByRole('button', { name: 'Stop' }).click()
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'All Requests' })).toBeFocused()
  await page.setViewportSize({ width: 1366, height: 768 })
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Team Management')
})
