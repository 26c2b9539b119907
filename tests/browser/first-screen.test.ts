import { expect, failedWith, test } from './test.ts'

const LIST = '**/api/requests?limit=10'

test('the first rows are asked for before the page’s own code is there, and only once', async ({ asManager }) => {
  let calls = 0
  await asManager.route(LIST, (route) => {
    calls += 1
    return route.continue()
  })
  const code = Promise.withResolvers<void>()
  await asManager.route('**/assets/start-*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  const requested = asManager.waitForRequest(LIST)
  await asManager.goto('/requests', { waitUntil: 'commit' })
  await requested
  code.resolve()
  await expect(asManager.locator('tr[data-request] a').first()).toBeVisible()
  expect(calls).toBe(1)
})

test('a signed-in screen is drawn whole: no placeholder comes before its rows', async ({ asManager }) => {
  await asManager.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seenPlaceholders: seen })
    new MutationObserver(() => {
      const placeholder = document.querySelector(
        '[aria-label="Recent RFD Requests"] .skeleton, [role=status]:has(.spinner)',
      )
      if (placeholder) seen.push(placeholder.className)
    }).observe(document, { childList: true, subtree: true })
  })
  // Each screen's code is delayed until its data have certainly arrived.
  await asManager.route('**/assets/start-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await asManager.goto('/requests')
  await expect(asManager.locator('tr[data-request] a').first()).toBeVisible()
  expect(await asManager.evaluate('window.seenPlaceholders')).toEqual([])
})

test('the sign-in page loads no code of the signed-in screens before somebody types', async ({ open }) => {
  const page = await open(null)
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.goto('/login')
  await page.waitForLoadState('networkidle')
  expect(paths.filter((path) => path.endsWith('.js')).join()).toMatch(/start-/)
  expect(paths.filter((path) => /(?:office|dashboard|events)-.*js$/.test(path))).toEqual([])
})

test('rows that could not be loaded at first are read like any others', async ({ asManager, expected }) => {
  expected.push(failedWith(503))
  let calls = 0
  await asManager.route(LIST, (route) => {
    calls += 1
    return calls === 1
      ? route.fulfill({ status: 503, json: { error: 'Starting.', code: 'unavailable' } })
      : route.continue()
  })
  await asManager.goto('/requests')
  await expect(asManager.locator('tr[data-request] a').first()).toBeVisible()
  expect(calls).toBe(2)
})

test('the list needs the code of every visit and of the shell, and nothing of another screen', async ({
  asManager,
}) => {
  const needed = ['office', 'rolldown-runtime', 'start']
  const files = new Set<string>()
  // What comes in an idle moment waits; a slow machine may have one before the rows.
  await asManager.route(/\/assets\/[\w-]+\.(?:js|css)$/, async (route) => {
    const name = /assets\/([\w-]+?)-[\w-]{8}\.(?:js|css)$/.exec(route.request().url())?.[1]
    if (name === undefined || !needed.includes(name)) return
    files.add(name)
    await route.continue()
  })
  await asManager.goto('/requests', { waitUntil: 'commit' })
  await expect(asManager.locator('tr[data-request] a').first()).toBeVisible()
  expect([...files].sort()).toEqual(needed)
  await asManager.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the code of a screen comes as its link is pointed at, that of parts in an idle moment', async ({ asManager }) => {
  const parts = ['BatchTab', 'DocumentAiTab', 'UploadDialog'].map((part) =>
    asManager.waitForRequest((call) => call.url().includes(`/assets/${part}-`)),
  )
  await asManager.goto('/requests')
  await Promise.all(parts)
  const screen = asManager.waitForRequest((call) => call.url().includes('/assets/AnalyticsPage-'))
  await asManager.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Analytics' }).hover()
  await screen
})
