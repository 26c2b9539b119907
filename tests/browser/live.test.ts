import type { Request } from '@playwright/test'
import { collisions, resize } from './boxes.ts'
import { expect, test } from './test.ts'

test.use({ withEvents: true })

test('what others say and file appears while a person types, and no row moves by itself', async ({
  asUser,
  asManager,
  office,
}) => {
  const user = await office.signIn('user')
  const { id, requestId } = await office.createRequest(user)
  await asManager.goto(`/requests/${id}?tab=comments`)
  const box = asManager.getByRole('textbox', { name: 'Your comment' })
  await box.pressSequentially('I think th')

  await asUser.goto(`/requests/${id}?tab=comments`)
  await asUser.getByRole('textbox', { name: 'Your comment' }).fill('It is urgent now.')
  await asUser.getByRole('tabpanel').getByRole('button', { name: 'Add Comment' }).click()

  await expect(asManager.getByRole('listitem').filter({ hasText: 'It is urgent now.' })).toBeVisible()
  await expect(asManager.getByRole('status').filter({ hasText: 'New comment from' })).toHaveCount(1)
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('I think th')
  await box.fill('')

  await asManager.goto('/requests?sort=createdAt&order=desc')
  await expect(asManager.getByRole('row').nth(1)).toContainText(requestId)
  const first = asManager.getByRole('row').nth(1)
  const before = await first.textContent()
  await office.createRequest(user)
  await asManager.getByRole('button', { name: '1 new' }).waitFor()
  expect(await first.textContent()).toBe(before)
  for (const width of [390, 1920, 1024, 1366]) {
    await resize(asManager, width)
    expect(
      await collisions(asManager.locator('section', { has: asManager.locator('[data-layout]') })),
      `${width} px`,
    ).toEqual([])
  }
  await asManager.getByRole('button', { name: '1 new' }).click()
  await expect(first).not.toHaveText(before!)
})

test('two people see each other at a request without anything moving, until one leaves', async ({
  asUser,
  asManager,
  office,
}) => {
  const user = await office.signIn('user')
  const { id } = await office.createRequest(user)
  await asUser.goto(`/requests?request=${id}`)
  const head = asUser.getByRole('dialog').locator('header')
  const title = head.locator('h2 > span')
  await expect(title).toBeFocused()
  const marks = head.locator('.row').first()
  const before = [await title.boundingBox(), await marks.boundingBox()]

  await asManager.goto(`/requests?request=${id}`)
  await expect(head.getByText('is also looking at this').first()).toBeVisible()
  await asManager.getByRole('dialog').getByRole('button', { name: 'Edit Request' }).click()
  await expect(head.getByText('is editing this').first()).toBeVisible()
  await expect(asManager.getByRole('dialog').getByText('is also looking at this').first()).toBeVisible()
  expect([await title.boundingBox(), await marks.boundingBox()]).toEqual(before)
  await expect(title).toBeFocused()
  for (const width of [390, 1920, 1024, 1366]) {
    for (const page of [asUser, asManager]) {
      await resize(page, width)
      expect(await collisions(page.getByRole('dialog').locator('header')), `${width} px`).toEqual([])
    }
  }

  await asManager.goto('about:blank')
  await expect(head.getByText('is editing this')).toHaveCount(0)
})

test('seven tabs share one connection for events, so the seventh loads, and hears of changes when the first is closed', async ({
  asUser,
  office,
}) => {
  const context = asUser.context()
  const streams = new Set<Request>()
  context.on('request', (request) => request.url().endsWith('/api/events') && streams.add(request))
  context.on('requestfailed', (request) => streams.delete(request))
  context.on('requestfinished', (request) => streams.delete(request))
  const tabs = [asUser]
  while (tabs.length < 7) tabs.push(await context.newPage())
  for (const tab of tabs) {
    await tab.goto('/requests?sort=createdAt&order=desc')
    await expect(tab.getByRole('row').nth(1)).toBeVisible()
  }
  const protocol = () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).nextHopProtocol
  expect(await tabs[6]!.evaluate(protocol)).toBe('http/1.1')
  await expect.poll(() => streams.size).toBe(1)
  const user = await office.signIn('user')
  await office.createRequest(user)
  await expect(tabs[6]!.getByRole('button', { name: '1 new' })).toBeVisible()
  await asUser.close()
  await expect.poll(() => streams.size).toBe(1)
  await office.createRequest(user)
  await expect(tabs[6]!.getByRole('button', { name: '2 new' })).toBeVisible()
  for (const tab of tabs.slice(1)) await tab.close()
})
