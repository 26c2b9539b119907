import type { Page } from '@playwright/test'
import { hasBrowser, launch, sessionScript, VIEWPORT, WITHOUT_EVENTS } from './browser.ts'
import type { Office } from './office.ts'
import { atMost, medianOf, ms, type Row } from './report.ts'
import { formatNumber } from '../shared/texts/formats.ts'

const ROUNDS = 7
const FIRST_CHART_MS = 1000
const INTERACTION_MS = 100
/** Budget for panels below the fold: nobody scrolls to them sooner. */
const WHOLE_SCREEN_MS = 1000

/** How long a person waits for the analytics page, with the history in the server's memory. Returns no rows without Chromium. */
export async function measureAnalyticsPage({ server, get }: Office): Promise<Row[]> {
  if (!hasBrowser()) return []
  const { requests } = await get<{ requests: number }>('/api/analytics/flow')
  const signedIn = await sessionScript(server, 'manager')
  const firstCharts = await rounds(() => visit((page) => page.evaluate<number>('window.firstChartMs')))
  const [hovers, brushes, filters] = await visit(async (page) => {
    await page.waitForLoadState('networkidle')
    return [await hoverOnCells(page), await brushPeriods(page), await filterDepartments(page)] as const
  })
  const of = `${formatNumber(requests)} requests`
  return [
    row(
      `Analytics of ${of}, empty cache: first chart painted, median of ${ROUNDS} browsers`,
      firstCharts,
      FIRST_CHART_MS,
    ),
    row(
      `– hover on the density: the next cell’s tooltip painted, median of ${ROUNDS}`,
      inPlace(hovers, 0),
      INTERACTION_MS,
    ),
    row('– brush on the cumulative flow: the selection follows the pointer', inPlace(brushes, 0), INTERACTION_MS),
    row('– – the figures and charts in the window are those of the period', inPlace(brushes, 1), INTERACTION_MS),
    row('– – so are those below the window, forecast and ledger included', inPlace(brushes, 2), WHOLE_SCREEN_MS),
    row('– filter by department: the control shows it', inPlace(filters, 0), INTERACTION_MS),
    row('– – the figures and charts in the window are those of the filter', inPlace(filters, 1), INTERACTION_MS),
    row('– – so are those below the window, forecast and ledger included', inPlace(filters, 2), WHOLE_SCREEN_MS),
  ]

  /** In a fresh browser, so that neither files nor compiled scripts are cached. */
  async function visit<T>(act: (page: Page) => Promise<T>): Promise<T> {
    const browser = await launch()
    try {
      const context = await browser.newContext({ baseURL: server.url.href, viewport: VIEWPORT })
      await context.addInitScript({ content: WITHOUT_EVENTS })
      await context.addInitScript({ content: `${signedIn};{${IN_PAGE}}` })
      const page = await context.newPage()
      await page.goto('/analytics', { waitUntil: 'commit' })
      return await act(page)
    } finally {
      await browser.close()
    }
  }
}

/** The values at one position of every round. */
const inPlace = (byRound: readonly number[][], place: number): number[] => byRound.map((values) => values[place]!)

function row(what: string, values: readonly number[], budget: number): Row {
  const limit = `longest ${ms(Math.max(...values))}`
  return atMost(what, medianOf(values), budget, ms, { limit })
}

async function rounds<T>(work: (round: number) => Promise<T>): Promise<T[]> {
  const values: T[] = []
  for (let round = 0; round < ROUNDS; round++) values.push(await work(round))
  return values
}

/**
 * From an input to the frame in which its effect is painted.
 * @param areNew sources of functions in the page: each captures the state before the input and returns a check for the change
 */
async function painted(page: Page, event: string, areNew: string[], input: () => Promise<void>): Promise<number[]> {
  await page.evaluate(`window.begin(${JSON.stringify(event)}, ${areNew.join(', ')})`)
  await input()
  return page.evaluate<number[]>('window.paintedMs')
}

const layerOf = (page: Page, name: RegExp) => page.getByRole('group', { name }).locator('..')

async function boxOf(page: Page, name: RegExp) {
  await layerOf(page, name).scrollIntoViewIfNeeded()
  const box = await layerOf(page, name).boundingBox()
  if (!box) throw new Error('The chart has no box')
  return box
}

async function hoverOnCells(page: Page): Promise<number[][]> {
  const { x, y, width, height } = await boxOf(page, /^Cycle time of finished requests/)
  const foot = y + height * 0.75
  await page.mouse.move(x + width * 0.2, foot)
  await page.locator('[data-tip]').waitFor()
  return rounds((round) =>
    painted(page, 'pointermove', [TIP], () => page.mouse.move(x + width * (0.25 + 0.07 * round), foot)),
  )
}

/** Selects another period each time, one that the server has not computed yet. */
async function brushPeriods(page: Page): Promise<number[][]> {
  const flow = /^Cumulative flow/
  return rounds(async (round) => {
    const { x, y, width, height } = await boxOf(page, flow)
    const at = (share: number) => [x + width * share, y + height / 2] as const
    await page.mouse.move(...at(0.2 + 0.02 * round))
    await page.mouse.down()
    const selected = await painted(page, 'pointermove', [SELECTION], () => page.mouse.move(...at(0.5)))
    const chosen = await chosenBy(page, 'pointerup', [FIGURES, ALL_FIGURES], () => page.mouse.up())
    const zoomOut = layerOf(page, flow).getByRole('button', { name: 'Zoom out' })
    await zoomOut.click()
    await zoomOut.waitFor({ state: 'detached' })
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    return [...selected, ...chosen]
  })
}

/** Toggles departments by position: each set is a new query for the server. */
async function filterDepartments(page: Page): Promise<number[][]> {
  await page.getByRole('button', { name: /^Departments: / }).click()
  const boxes = page.getByRole('dialog', { name: 'Departments' }).getByRole('checkbox')
  return rounds((round) => chosenBy(page, 'click', [CONTROL, FIGURES, ALL_FIGURES], () => boxes.nth(round % 5).click()))
}

/** The URL changes after the figures: waiting for it, the next round starts from a settled page, as for a person. */
async function chosenBy(page: Page, ...input: [string, string[], () => Promise<void>]): Promise<number[]> {
  const before = page.url()
  const times = await painted(page, ...input)
  await page.waitForURL(({ href }) => href !== before)
  return times
}

/** Detectors of a change: each is called once before the input and returns a check that is called in every frame after it. */
const TIP = `() => { const of = () => document.querySelector('[data-tip]')?.textContent; const before = of()
  return () => of() !== undefined && of() !== before }`
const SELECTION = `() => { const of = () => document.querySelector('[data-brush] > div:not([role]):not([data-tip])')?.getBoundingClientRect().width ?? 0
  const before = of(); return () => of() > before }`
const FIGURES = `() => { const of = () => document.querySelector('[data-summary]')?.textContent; const before = of()
  return () => !document.querySelector('[aria-busy=true] [data-summary]') && of() !== undefined && of() !== before }`
const ALL_FIGURES = `() => { const areNew = (${FIGURES})()
  return () => areNew() && !document.querySelector('[aria-busy=true]') }`
const CONTROL = `() => { const of = () => document.querySelector('button[aria-label^="Departments: "]')?.getAttribute('aria-label')
  const before = of(); return () => of() !== before }`

/** Runs in the page before its scripts: measures when something has appeared, counted from the navigation or from an input. */
const IN_PAGE = `
  const paintedWith = (isThere) => new Promise((resolve) => {
    const look = () => {
      // The frame is painted before the next task.
      if (isThere()) setTimeout(() => resolve(performance.now()))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const from = (event) => new Promise((resolve) =>
    addEventListener(event, ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true }))
  window.begin = (event, ...areNew) => {
    const areThere = areNew.map((isNew) => isNew())
    const since = from(event)
    window.paintedMs = since.then((at) =>
      Promise.all(areThere.map(async (isThere) => (await paintedWith(isThere)) - at)))
  }
  window.firstChartMs = paintedWith(() => document.querySelector('[data-brush] [data-mark]'))`
