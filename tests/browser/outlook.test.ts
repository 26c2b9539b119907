import { expectAccessibleAt } from './axe.ts'
import { expect, test } from './test.ts'

const LIKELY = /^(Likely finished (on|between) .+|There are too few comparable requests .+|It has taken longer .+)$/
const WAITS = /^It is the (\d+\w\w of \d+|only one) waiting for review by a manager\.$/

test('the details say where an open request stands', async ({ asUser: page, office }) => {
  const { id } = await office.createRequest(await office.signIn('user'), { title: 'Show the seal on the gate pass' })
  await page.goto(`/requests?request=${id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Where it stands' })).toBeVisible()
  await expect(dialog.getByText(WAITS)).toBeVisible()
  await expect(dialog.getByText(/The published time is /)).toBeVisible()
  await expect(dialog.getByText(LIKELY)).toBeVisible()
  await expectAccessibleAt(page, 390)
})

test('they follow what a manager does, and say nothing of a closed request', async ({ asManager: page, office }) => {
  const manager = await office.signIn('manager')
  const { id } = await office.createRequest(await office.signIn('user'), { title: 'Show the seal on the receipt' })
  await page.goto(`/requests/${id}`)
  const heading = page.getByRole('heading', { name: 'Where it stands' })
  await expect(page.getByText(WAITS)).toBeVisible()
  const { firstName, lastName, id: assignedToId } = manager.user
  await office.editRequest(manager, id, { status: 'in_progress', assignedToId })
  await page.reload()
  await expect(page.getByText(`${firstName} ${lastName} is working on it.`)).toBeVisible()
  await office.editRequest(manager, id, { status: 'completed' })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(heading).toHaveCount(0)
})

test('the dashboard of a requester lists the own open requests', async ({ asUser: page, office }) => {
  const user = await office.signIn('user')
  for (let i = 1; i <= 6; i++) await office.createRequest(user, { title: `Number ${i} of six for the list` })
  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: 'Your open requests' })
  await expect(card.getByRole('listitem')).toHaveCount(5)
  await card.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(card.getByRole('listitem').nth(5)).toBeVisible()
  await expect(card.getByRole('button', { name: 'Show fewer' })).toBeFocused()
  await expectAccessibleAt(page, 390)
  await card.getByRole('link').first().click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Where it stands' })).toBeVisible()
})

test('a phone shows one of them until more are asked for', async ({ asUser: page, office }) => {
  const user = await office.signIn('user')
  for (let i = 1; i <= 2; i++) await office.createRequest(user, { title: `Number ${i} of two for the phone` })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: 'Your open requests' })
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await card.getByRole('button', { name: 'Show more' }).click()
  await expect(card.getByRole('listitem').nth(1)).toBeVisible()
})

test('at 320 pixels no word of the card heads is broken', async ({ asUser: page, office }) => {
  const user = await office.signIn('user')
  for (let i = 1; i <= 2; i++) await office.createRequest(user, { title: `Number ${i} of two for the phone` })
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Arrange dashboard' }).click()
  for (const text of [page.getByText(/^\d+ open$/), page.getByRole('heading', { name: 'Arrange dashboard' })])
    expect(
      await text.evaluate((element) => element.scrollWidth <= element.clientWidth && element.clientHeight),
    ).toBeLessThan(45)
})

test('a manager has the figures of the office there instead', async ({ asManager: page }) => {
  await page.goto('/dashboard')
  await expect(page.getByText('Total Requests')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your open requests' })).toHaveCount(0)
})
