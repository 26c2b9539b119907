import type { Locator, Page } from '@playwright/test'
import type { BatchItem } from '../../shared/ai-batches.ts'
import type { Outlooks } from '../../shared/outlook.ts'
import type { RequestList } from '../../shared/request-list.ts'
import { collisions, resize, scrollsSideways, overflowingCells } from './boxes.ts'
import { answer, openBatchStart } from './steps.ts'
import { expect, test } from './test.ts'

const WIDTHS = Array.from({ length: (2560 - 320) / 40 + 1 }, (_, step) => 320 + step * 40)
const HEADS = [
  'Request ID',
  'Title',
  'Department',
  'Priority',
  'Status',
  'Assigned To',
  'Due Date',
  'AI Classification',
  'Actions',
]

/** Puts the content that is hardest to fit into the first three rows, and one-line titles below, whatever else exists. */
async function withAwkwardRows(page: Page): Promise<void> {
  await page.route(/\/api\/requests\?/, async (route) => {
    const answer = await route.fetch()
    const list = (await answer.json()) as RequestList
    const titles = [
      'W'.repeat(200),
      'تحديث جدول التعريفة الجمركية قبل نهاية السنة المالية',
      'Let brokers '.repeat(16),
      'Log of exports with a reason',
      'Second label printer for Port East',
    ]
    const rows = list.requests.map((request, i) => ({
      ...request,
      title: titles[i] ?? request.title,
      ...(i === 1 && {
        requestId: 'RFD-2026-1284077',
        assignedTo: { id: 'x', firstName: 'Wolfeschlegel', lastName: 'Hausenbergerdorff' },
      }),
      ...(i === 2 && { status: 'pending', dueDate: '2019-01-02', department: 'data_management', priority: 'critical' }),
      ...(i === 3 && { status: 'completed', completedAt: '2019-12-28T12:00:00.000Z', dueDate: '2019-12-28' }),
    }))
    await route.fulfill({ response: answer, json: { ...list, requests: rows } })
  })
}

for (const [role, path] of [
  ['manager', '/dashboard'],
  ['user', '/requests'],
] as const) {
  test(`titles have their room and nothing overlaps at any width of ${path} for a ${role}`, async ({ open }) => {
    const page = await open(role)
    await withAwkwardRows(page)
    await page.goto(path)
    const list = page.getByRole('region', { name: 'Recent RFD Requests' })
    await expect(list.locator('[data-request]')).toHaveCount(10)
    const faults: string[] = []
    for (const width of WIDTHS) {
      await resize(page, width)
      const narrowest = await list
        .locator('[data-request] a[title]')
        .evaluateAll((titles) => Math.min(...titles.map((title) => title.getBoundingClientRect().width)))
      if (narrowest < 207) faults.push(`${width}: a title has ${narrowest} px`)
      for (const fault of [...(await collisions(list)), ...(await overflowingCells(list))])
        faults.push(`${width}: ${fault}`)
      if (await scrollsSideways(page)) faults.push(`${width}: the page scrolls sideways`)
      if (width >= 720) {
        const heads = await list.getByRole('columnheader').allInnerTexts()
        if (
          heads
            .map((head) => head.trim())
            .toSorted()
            .join() !== HEADS.toSorted().join()
        )
          faults.push(`${width}: ${heads.join()}`)
      }
    }
    expect(faults).toEqual([])
  })
}

test('a request’s number keeps to one line in every table, marked or not', async ({ asManager: page }) => {
  // The widest six-digit number.
  const widest = 'RFD-2026-888888'
  await page.route(/\/api\/requests\?/, async (route) => {
    const answer = await route.fetch({
      url: route
        .request()
        .url()
        .replace(/search=[^&]*/, 'search='),
    })
    const list = (await answer.json()) as RequestList
    const requests = list.requests.map((request) => ({ ...request, requestId: widest }))
    await route.fulfill({ response: answer, json: { ...list, requests } })
  })
  const faults: string[] = []
  for (const path of ['/requests', `/requests?search=${widest}`]) {
    await page.goto(path)
    await expect(page.locator('[data-request]')).toHaveCount(10)
    for (const width of WIDTHS.filter((each) => each >= 720 && each <= 1600)) {
      await resize(page, width)
      const lines = await page
        .locator('tr[data-request] .request-id')
        .first()
        .evaluate((number) => number.getClientRects().length)
      if (lines !== 1) faults.push(`${path} at ${width}: ${lines} lines`)
    }
  }
  expect(faults).toEqual([])
})

test('figures line up wherever they stand, and a completion keeps to its line, of another year in a wide list', async ({
  asManager: page,
}) => {
  await withAwkwardRows(page)
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/dashboard')
  await expect(page.locator('.stats .value').first()).toHaveText(/\d/)
  const finished = page.locator('.due small').filter({ hasText: 'finished 28 Dec 2019' })
  await expect(finished).toHaveCount(1)
  expect((await finished.boundingBox())?.height).toBeLessThan(24)
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/requests?status=completed')
  const thisYear = page.locator('.due small').filter({ hasText: /^finished \d{2} [A-Z][a-z]{2}$/ })
  await expect(thisYear.first()).toBeVisible()
  const heights = await thisYear.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThan(24)
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/dashboard')
  for (const place of ['.stats .value', '.request-id', '.due', '.due small', 'nav [href^="/requests"] > :last-child']) {
    const [ones, eights] = await page
      .locator(place)
      .first()
      .evaluate((element) =>
        ['1111', '8888'].map((figures) => {
          const words = document.createElement('span')
          words.textContent = figures
          element.append(words)
          const { width } = words.getBoundingClientRect()
          words.remove()
          return width
        }),
      )
    expect(ones, place).toBe(eights)
  }
})

test('the rows of a list begin and end where the foot of their card does', async ({ asManager: page }) => {
  await page.goto('/requests')
  await expect(page.locator('[data-request]')).toHaveCount(10)
  for (const width of [1920, 1366, 1024]) {
    await resize(page, width)
    const [foot, row] = await page.getByRole('region', { name: 'Recent RFD Requests' }).evaluate((card) => {
      const edges = (first: Element, last: Element) => [
        first.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(first).paddingLeft),
        last.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(last).paddingRight),
      ]
      const foot = card.querySelector('footer')!
      const cells = card.querySelector('tr[data-request]')!
      return [edges(foot, foot), edges(cells.firstElementChild!, cells.lastElementChild!)]
    })
    expect(row, `${width} px`).toEqual(foot)
  }
})

test('the sentence of a figure keeps to one line in a low window', async ({ asManager: page }) => {
  await page.goto('/dashboard')
  await expect(page.locator('.stats .value').first()).toHaveText(/\d/)
  const sentences = page.locator('.stats .meaning')
  await sentences.first().evaluate((sentence) => sentence.replaceChildren('139 in 30 days, 18 more than before'))
  for (const width of [1920, 1366, 1280, 1100]) {
    await resize(page, width, 768)
    const heights = await sentences.evaluateAll((all) => all.map((one) => one.clientHeight))
    expect(Math.max(...heights), `${width} px`).toBeLessThan(24)
  }
})

/** Number of fully visible rows. */
async function rowsInSight(rows: Locator): Promise<number> {
  return rows.evaluateAll(
    (all) =>
      all.filter((row) => {
        const { top, bottom, height } = row.getBoundingClientRect()
        return height > 0 && top >= 0 && bottom <= window.innerHeight
      }).length,
  )
}

test('1366 × 768 shows five rows of the dashboard’s list, three of them with the longest titles', async ({
  asManager: page,
}) => {
  await withAwkwardRows(page)
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/dashboard')
  await expect(page.locator('.stats .value').first()).toHaveText(/\d/)
  await expect(page.locator('[data-request]')).toHaveCount(10)
  expect(await rowsInSight(page.locator('[data-request]'))).toBeGreaterThanOrEqual(5)
})

test('1366 × 768 shows a requester five rows of the dashboard’s list beside the own open requests', async ({
  asUser: page,
  office,
}) => {
  const user = await office.signIn('user')
  for (let i = 0; i < 5; i++) await office.createRequest(user, { title: 'W'.repeat(200) })
  await withAwkwardRows(page)
  // The tallest state of the card: a long title, and the note that people see only their own requests.
  await page.route('**/api/dashboard/outlooks?**', async (route) => {
    const answer = await route.fetch()
    const own = (await answer.json()) as Outlooks
    const requests = own.requests.map((one) => ({
      ...one,
      title: 'W'.repeat(200),
      outlook: { ...one.outlook, basedOn: 'visible' },
    }))
    await route.fulfill({ response: answer, json: { ...own, requests } })
  })
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: 'Your open requests' })
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await expect(page.locator('[data-request]')).toHaveCount(10)
  expect(await rowsInSight(page.locator('[data-request]'))).toBeGreaterThanOrEqual(5)
  await card.getByRole('button', { name: 'Show more' }).click()
  await expect(card.getByRole('listitem').nth(2)).toBeVisible()
})

test('the charts fold in a low window, and what a person chose instead is kept', async ({ asManager: page }) => {
  const chart = page.getByRole('table', { name: 'Requests by status' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/dashboard')
  await expect(chart).toBeVisible()
  await page.setViewportSize({ width: 1366, height: 768 })
  await expect(chart).toBeHidden()
  await page.getByRole('button', { name: 'Show charts' }).click()
  await expect(chart).toBeVisible()
  await page.reload()
  await expect(chart).toBeVisible()
  await page.getByRole('button', { name: 'Hide charts' }).click()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('button', { name: 'Show charts' })).toBeVisible()
  await page.reload()
  await expect(page.locator('[data-request]')).toHaveCount(10)
  await expect(chart).toBeHidden()
})

test('1366 × 768 shows five rows of the batch review, and nothing of it overlaps at any width', async ({
  asManager: page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.route(/\/api\/ai\/batches\/[^/]+\/items/, async (route) => {
    const { 'if-none-match': _tag, ...headers } = route.request().headers()
    const answer = await route.fetch({ headers })
    const body = (await answer.json()) as { items: BatchItem[] }
    const widest = (item: BatchItem): BatchItem => ({
      ...item,
      // Other tests create requests with titles of many lines.
      title: 'Warn the broker before a guarantee expires',
      current: { ...item.current, priority: 'medium' },
      suggested: item.suggested && { ...item.suggested, priority: 'critical' },
    })
    // The number of differing rows depends on the other requests; six are enough here.
    const more = body.items.length === 0 ? [] : Array.from({ length: Math.max(0, 6 - body.items.length) })
    const again = more.map((_, i) => ({
      ...body.items[i % body.items.length]!,
      itemId: -1 - i,
      id: `again-${i}`,
    }))
    await route.fulfill({ response: answer, json: { ...body, items: [...body.items, ...again].map(widest) } })
  })
  await (await openBatchStart(page)).click()
  await expect(page.getByText('The backlog has been analyzed')).toBeVisible({ timeout: 300_000 })
  const rows = page.locator('.batch-table tbody tr:has(.batch-actions)')
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(5)
  await expect(page.locator('.stats')).toHaveCount(0)
  expect(await rowsInSight(rows)).toBeGreaterThanOrEqual(5)
  await resize(page, 1920)
  const changes = page.locator('.batch-table td[data-label=Priority] .batch-change')
  await expect(changes).toHaveCount(await rows.count())
  for (const height of await changes.evaluateAll((all) => all.map((change) => change.clientHeight)))
    expect(height).toBeLessThan(24)

  const review = page.getByRole('region', { name: 'Suggestions' })
  const faults: string[] = []
  for (const width of WIDTHS) {
    await resize(page, width)
    for (const fault of [...(await collisions(review)), ...(await overflowingCells(review))])
      faults.push(`${width}: ${fault}`)
    const choices = review.locator('.segments')
    if (await choices.evaluate((box) => box.scrollWidth > box.clientWidth)) faults.push(`${width}: a choice sticks out`)
    if (await scrollsSideways(page)) faults.push(`${width}: the page scrolls sideways`)
  }
  expect(faults).toEqual([])
})

test('on a phone, failed jobs and mail that was not delivered show all of their cells without sideways scrolling', async ({
  asAdmin: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const failed = { id: 1, kind: 'export', state: 'failed', attempts: 5, error: 'W'.repeat(200), comesBack: false }
  const job = { ...failed, createdAt: '2026-03-10T08:00:00.000Z', at: '2026-03-10T09:00:00.000Z' }
  await answer(page, /\/api\/jobs/, { status: 200, body: JSON.stringify({ jobs: [job], total: 1 }) })
  const person = { firstName: 'Maria Guadalupe', lastName: 'Fernández-Villanueva' }
  const mail = { id: 'm', person, to: 'w@office.example', why: 'W'.repeat(200), attempts: 1, givenUpAt: job.at }
  await answer(page, /\/undelivered/, { status: 200, body: JSON.stringify({ mails: [mail], total: 1 }) })
  for (const [path, last] of [
    ['/settings/jobs', page.getByRole('button', { name: /^Drop/ })],
    ['/settings/email', page.getByText('Given up')],
  ] as const) {
    await page.goto(path)
    await last.scrollIntoViewIfNeeded()
    const { wider } = await page.locator('.scroll-x').evaluate((box) => ({ wider: box.scrollWidth - box.clientWidth }))
    expect(wider, path).toBe(0)
  }
})
