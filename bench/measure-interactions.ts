import type { Page } from '@playwright/test'
import { hasBrowser, launch, sessionScript, VIEWPORT, WITHOUT_EVENTS } from './browser.ts'
import { atMost, medianOf, ms, type Row } from './report.ts'
import type { ServerProcess } from './server-process.ts'

/** Throttling that imitates a mid-range laptop. */
const SLOWER = 4
const NEXT_PAINT_MS = 100
const DETAILS_MS = 150
const MAX_SHIFT = 0.02
const ROUNDS = 5
/** Long enough for the effects of an interaction to settle before the next one. */
const REST_MS = 400
/** from the pointer's first move to the first press */
const ARRIVAL_MS = 1500

/** Typical minute with the list; each step is measured as one interaction. */
const STEPS: Record<string, (page: Page) => Promise<unknown>> = {
  'open the status filter': (page) => page.getByRole('combobox', { name: 'Status' }).click(),
  'choose a status': (page) => page.getByRole('option', { name: 'In Progress' }).click(),
  'type a letter into the search': (page) => page.getByPlaceholder('Search requests...').press('t'),
  'clear the search': (page) => page.getByPlaceholder('Search requests...').press('Backspace'),
  'go to the next page': (page) => page.getByRole('button', { name: 'Next' }).click(),
  'sort by title': (page) => page.getByRole('button', { name: /^Title/ }).click(),
  'open the details': openFirst,
  'change to the comments': (page) =>
    page
      .getByRole('dialog')
      .getByRole('tab', { name: /Comments/ })
      .click(),
  'close the details': (page) => page.keyboard.press('Escape'),
  'open the new request': (page) => page.getByRole('link', { name: 'New RFD Request' }).first().click(),
  'type a letter into its title': (page) => page.getByRole('dialog').getByLabel('Title').press('t'),
  'close the new request': (page) => page.keyboard.press('Escape'),
}

function openFirst(page: Page): Promise<void> {
  return page.locator('tr[data-request] a').first().click()
}

/** Latency and layout shift on a slower machine. Returns no rows without Chromium. */
export async function measureInteractions(server: ServerProcess): Promise<Row[]> {
  if (!hasBrowser()) return []
  const signedIn = await sessionScript(server, 'manager')
  const shifts: number[] = []
  const details = { first: [] as number[], next: [] as number[] }
  const longest = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    shifts.push(await visit('/dashboard', shiftOf), await visit('/requests', shiftOf))
    await visit('/requests', async (page) => {
      await comeToTheList(page)
      details.first.push(await untilDetails(page))
      await page.keyboard.press('Escape')
      await page.waitForTimeout(REST_MS)
      details.next.push(await untilDetails(page))
      await page.keyboard.press('Escape')
      for (const [name, step] of Object.entries(STEPS)) {
        longest.set(name, [...(longest.get(name) ?? []), await nextPaint(page, () => step(page))])
      }
    })
  }
  const medians = [...longest].map(([name, times]) => ({ name, time: medianOf(times) }))
  const slowest = medians.reduce((a, b) => (b.time > a.time ? b : a))
  const limit = `the slowest: ${slowest.name}`
  const what = `Processor slowed ${SLOWER} times: interaction to next paint, the slowest of ${medians.length}, median of ${ROUNDS}`
  return [
    atMost(what, slowest.time, NEXT_PAINT_MS, ms, { limit }),
    detailsRow('– list to details, the first since the page was opened', details.first),
    detailsRow('– – the next', details.next),
    atMost('– layout shift of dashboard and list, the largest', Math.max(...shifts), MAX_SHIFT, (shift) =>
      shift.toFixed(3),
    ),
  ]

  async function visit<T>(path: string, act: (page: Page) => Promise<T>): Promise<T> {
    const browser = await launch()
    try {
      const context = await browser.newContext({ baseURL: server.url.href, viewport: VIEWPORT })
      await context.addInitScript({ content: WITHOUT_EVENTS })
      await context.addInitScript({ content: `${signedIn};{${IN_PAGE}}` })
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
      await page.goto(path)
      return await act(page)
    } finally {
      await browser.close()
    }
  }
}

function detailsRow(what: string, times: readonly number[]): Row {
  return atMost(what, medianOf(times), DETAILS_MS, ms, { limit: `longest ${ms(Math.max(...times))}` })
}

async function shiftOf(page: Page): Promise<number> {
  await page.locator('tr[data-request]').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(REST_MS)
  return page.evaluate<number>('window.layoutShift')
}

/** Moves the pointer well before the first press, as people do: the first move prefetches the dialogs. */
async function comeToTheList(page: Page): Promise<void> {
  await page.locator('tr[data-request]').first().waitFor()
  await page.mouse.move(VIEWPORT.width / 2, VIEWPORT.height / 2, { steps: 5 })
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(ARRIVAL_MS)
}

/** The longest event-to-frame delay of the step; browsers report none below 16 ms. */
async function nextPaint(page: Page, step: () => Promise<unknown>): Promise<number> {
  await page.evaluate('window.longestEventMs = 16')
  await step()
  await page.waitForTimeout(REST_MS)
  return page.evaluate<number>('window.longestEventMs')
}

/** From the press to the frame that shows the request's details. */
async function untilDetails(page: Page): Promise<number> {
  await page.evaluate('window.watchDetails()')
  await openFirst(page)
  return page.evaluate<number>('window.detailsMs')
}

/** Runs in the page. */
const IN_PAGE = `
  window.layoutShift = 0
  window.longestEventMs = 16
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.layoutShift += value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) window.longestEventMs = Math.max(window.longestEventMs, duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  window.watchDetails = () => {
    window.detailsMs = new Promise((resolve) => {
      let from = 0
      const look = () => {
        if (!document.querySelector('[role=dialog] .record')) return requestAnimationFrame(look)
        // The frame that holds it is painted before the next task.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
      }
      document.addEventListener('click', () => ((from = performance.now()), look()), { capture: true, once: true })
    })
  }`
