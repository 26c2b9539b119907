import { expect, test } from './test.ts'
import { choose, editDialog, rowOf, search } from './steps.ts'

test('filters are in the address, start on page 1, and back and forward go through them', async ({
  asManager: page,
}) => {
  await page.goto('/requests')
  await expect(page.getByText(/^Showing 1 to 10 of [\d,]+ results$/)).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/\?page=2$/)
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible()

  await choose(page, 'Status', 'Completed')
  await expect(page).toHaveURL(/\?status=completed$/)
  await expect(page.getByRole('row').filter({ hasText: 'Completed' })).toHaveCount(10)
  await search(page, 'zzz-nothing')
  await expect(page).toHaveURL(/search=zzz-nothing/)
  await expect(page.getByText('No requests found')).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL(/\?status=completed$/)
  await expect(page.getByPlaceholder('Search requests...')).toHaveValue('')
  await expect(page.getByRole('row').filter({ hasText: 'Completed' })).toHaveCount(10)
  await page.goBack()
  await expect(page.getByText(/^Showing 11 to 20 of/)).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Completed')
})

test('the list has its nine columns and five page buttons from two before the present page', async ({
  asManager: page,
}) => {
  await page.goto('/requests?page=4')
  await expect(page.getByText(/^Showing 31 to 40 of/)).toBeVisible()
  expect((await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim())).toEqual([
    'Request ID',
    'Title',
    'Department',
    'Priority',
    'Status',
    'Assigned To',
    'Due Date',
    'AI Classification',
    'Actions',
  ])
  const numbers = page.getByRole('button', { name: /^(Page )?\d+$/ })
  expect((await numbers.allInnerTexts()).slice(0, 3)).toEqual(['2', '3', '4'])
  expect(await numbers.count()).toBeLessThanOrEqual(5)
})

test('what is searched for is found by any part, whatever it contains, and marked', async ({
  asUser: page,
  office,
}) => {
  const title = `50%_off 'quotes' "and" <b>é🚢</b> ${crypto.randomUUID().slice(0, 8)}`
  const request = await office.createRequest(await office.signIn('user'), { title })
  await page.goto('/requests')
  await search(page, title)
  await expect(rowOf(page, request.requestId)).toHaveCount(1)
  await search(page, request.requestId)
  await expect(rowOf(page, request.requestId).locator('mark')).toHaveText(request.requestId)
})

test('a shared address shows the same list', async ({ asUser: page, office }) => {
  const request = await office.createRequest(await office.signIn('user'), { priority: 'critical' })
  await page.goto(`/requests?priority=critical&requester=me&search=${encodeURIComponent(request.title)}`)
  await expect(rowOf(page, request.title)).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove filter Priority: Critical' }).click()
  await expect(page).not.toHaveURL(/priority/)
})

test('a date filter is typed and stepped by keyboard, and is one step back', async ({ asManager: page }) => {
  await page.goto('/requests')
  await page.getByRole('button', { name: 'Add filter' }).click()
  const field = page.getByLabel('Due from')
  await field.focus()
  // The same date whether the browser expects day or month first.
  await page.keyboard.type('11112026')
  await expect(page).toHaveURL(/\?dueFrom=2026-11-11$/)
  await expect(field).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(page).toHaveURL(/\?dueFrom=2028-11-11$/)
  await expect(field).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(/\/requests$/)
  await expect(field).toHaveValue('')
})

test('a list is narrowed to what was finished in a period', async ({ asManager: page }) => {
  await page.goto('/requests')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByLabel('Finished until').fill('2020-01-31')
  await expect(page).toHaveURL(/\?completedTo=2020-01-31$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Remove filter Finished: until 31 Jan 2020' })).toBeVisible()
  await expect(page.getByText('No requests found')).toBeVisible()
})

test('a dialog that is opened while the search is still settling stays open, and the search is kept', async ({
  asManager: page,
  office,
}) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.clock.install()
  await page.goto('/requests')
  const edit = rowOf(page, request.title).getByRole('button', { name: 'Edit' })
  await expect(edit).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await search(page, request.title)
  await edit.click()
  await page.clock.runFor(1_000)
  await expect(editDialog(page)).toBeVisible()
  await expect(page).toHaveURL(/search=/)
})

for (const width of [1440, 1024]) {
  test(`the columns of a list that is loading stand where those of its rows will, at ${width} px`, async ({
    asManager: page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    let answerNow: () => void = () => {}
    const held = new Promise<void>((resolve) => (answerNow = resolve))
    await page.route('**/api/requests?*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/requests')
    const edges = () =>
      page
        .locator('tbody tr')
        .first()
        .locator('td')
        .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)))
    await expect(page.locator('tbody .skeleton').first()).toBeVisible()
    const loading = await edges()
    answerNow()
    await expect(page.locator('tbody .skeleton').first()).toHaveCount(0)
    expect(loading.length).toBeGreaterThan(0)
    expect(await edges()).toEqual(loading)
  })
}

test('the requests of one person are asked for by name, and the own ones as those of “Me”', async ({
  asManager: page,
  office,
}) => {
  const [manager, user] = [await office.signIn('manager'), await office.signIn('user')]
  const mark = crypto.randomUUID().slice(0, 8)
  await office.createRequest(manager, { title: `Of the manager ${mark}` })
  await office.createRequest(user, { title: `Of the user ${mark}` })
  await page.goto(`/requests?search=${mark}`)
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
  await page.getByRole('button', { name: 'Add filter' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await choose(filters, 'Requested by', `${user.user.firstName} ${user.user.lastName}`)
  await expect(page.getByText('Showing 1 to 1 of 1 results')).toBeVisible()
  await expect(rowOf(page, `Of the user ${mark}`)).toBeVisible()
  await choose(filters, 'Requested by', 'Me')
  await expect(rowOf(page, `Of the manager ${mark}`)).toBeVisible()
  await expect(page).toHaveURL(/requester=me/)
  await filters.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: /Requested by.*Me/ }).click()
  await expect(page.getByText('Showing 1 to 2 of 2 results')).toBeVisible()
})
