import type { Page } from '@playwright/test'
import { hasBrowser, launch, sessionScript, VIEWPORT } from './browser.ts'
import type { Office } from './office.ts'
import { atMost, medianOf, ms, type Row } from './report.ts'

const ROUNDS = 7
const FIRST_CHART_MS = 1000
const INTERACTION_MS = 100

/** How long the analytics let a person wait, with the history in the server's memory. Nothing where there is no Chromium. */
export async function measureAnalyticsPage({ server, get }: Office): Promise<Row[]> {
  if (!hasBrowser()) return []
  const { requests } = await get<{ requests: number }>('/api/analytics/flow')
  const signedIn = await sessionScript(server, 'manager')
  const firstCharts = await rounds(() => visit((page) => page.evaluate<number>('window.firstChartMs')))
  const [hover, selection, period, control, figures] = await visit(async (page) => {
    await page.waitForLoadState('networkidle')
    return [await hoverOnCells(page), ...(await brushPeriods(page)), ...(await filterDepartments(page))] as const
  })
  const of = `${requests.toLocaleString('en')} requests`
  return [
    row(
      `Analytics of ${of}, empty cache: first chart painted, median of ${ROUNDS} browsers`,
      firstCharts,
      FIRST_CHART_MS,
    ),
    row(`– hover on the density: the next cell’s tooltip painted, median of ${ROUNDS}`, hover, INTERACTION_MS),
    row('– brush on the cumulative flow: the selection follows the pointer', selection, INTERACTION_MS),
    row('– – all figures and charts of the chosen period', period, INTERACTION_MS),
    row('– filter by department: the control shows it', control, INTERACTION_MS),
    row('– – all figures and charts of the filter', figures, INTERACTION_MS),
  ]

  /** In a browser of its own, so that neither files nor compiled scripts are kept. */
  async function visit<T>(act: (page: Page) => Promise<T>): Promise<T> {
    const browser = await launch()
    try {
      const context = await browser.newContext({ baseURL: server.url.href, viewport: VIEWPORT })
      await context.addInitScript({ content: `${signedIn};{${IN_PAGE}}` })
      const page = await context.newPage()
      await page.goto('/analytics', { waitUntil: 'commit' })
      return await act(page)
    } finally {
      await browser.close()
    }
  }
}

function row(what: string, values: readonly number[], budget: number): Row {
  const limit = `longest ${ms(Math.max(...values))}`
  return atMost(what, medianOf(values), budget, ms, { limit })
}

async function rounds<T>(work: (round: number) => Promise<T>): Promise<T[]> {
  const values: T[] = []
  for (let round = 0; round < ROUNDS; round++) values.push(await work(round))
  return values
}

/** From an input to the frame in which what it brings is painted. @param isNew of the page, given what was shown before */
async function painted(page: Page, event: string, isNew: string, input: () => Promise<void>): Promise<number> {
  await page.evaluate(`window.begin(${JSON.stringify(event)}, ${isNew})`)
  await input()
  return page.evaluate<number>('window.paintedMs')
}

const layerOf = (page: Page, name: RegExp) => page.getByRole('group', { name }).locator('..')

async function boxOf(page: Page, name: RegExp) {
  await layerOf(page, name).scrollIntoViewIfNeeded()
  const box = await layerOf(page, name).boundingBox()
  if (!box) throw new Error('The chart has no box')
  return box
}

async function hoverOnCells(page: Page): Promise<number[]> {
  const { x, y, width, height } = await boxOf(page, /^Cycle time of finished requests/)
  const foot = y + height * 0.75
  await page.mouse.move(x + width * 0.2, foot)
  await page.locator('[data-tip]').waitFor()
  return rounds((round) =>
    painted(page, 'pointermove', TIP, () => page.mouse.move(x + width * (0.25 + 0.07 * round), foot)),
  )
}

/** Each time another period, which the server has not been asked for. */
async function brushPeriods(page: Page): Promise<[number[], number[]]> {
  const flow = /^Cumulative flow/
  const selections: number[] = []
  const periods = await rounds(async (round) => {
    const { x, y, width, height } = await boxOf(page, flow)
    const at = (share: number) => [x + width * share, y + height / 2] as const
    await page.mouse.move(...at(0.2 + 0.02 * round))
    await page.mouse.down()
    selections.push(await painted(page, 'pointermove', SELECTION, () => page.mouse.move(...at(0.5))))
    const took = await painted(page, 'pointerup', FIGURES, () => page.mouse.up())
    const zoomOut = layerOf(page, flow).getByRole('button', { name: 'Zoom out' })
    await zoomOut.click()
    await zoomOut.waitFor({ state: 'detached' })
    await page.waitForFunction(`!document.querySelector('[aria-busy=true]')`)
    return took
  })
  return [selections, periods]
}

/** Departments by their places: each set is another question to the server. */
async function filterDepartments(page: Page): Promise<[number[], number[]]> {
  await page.getByRole('button', { name: /^Departments: / }).click()
  const boxes = page.getByRole('dialog', { name: 'Departments' }).getByRole('checkbox')
  const controls: number[] = []
  const figures = await rounds(async (round) => {
    await page.evaluate(`window.beginBoth('click', ${CONTROL}, ${FIGURES})`)
    await boxes.nth(round % 5).click()
    const [control, all] = await page.evaluate<[number, number]>('window.bothPaintedMs')
    controls.push(control)
    return all
  })
  return [controls, figures]
}

/** What is new after an input: each is called once before it, and gives what is called in every frame after it. */
const TIP = `() => { const of = () => document.querySelector('[data-tip]')?.textContent; const before = of()
  return () => of() !== undefined && of() !== before }`
const SELECTION = `() => { const of = () => document.querySelector('[data-brush] > div:not([role]):not([data-tip])')?.getBoundingClientRect().width ?? 0
  const before = of(); return () => of() > before }`
const FIGURES = `() => { const of = () => document.querySelector('[data-summary]')?.textContent; const before = of()
  return () => !document.querySelector('[aria-busy=true] [data-summary]') && of() !== undefined && of() !== before }`
const CONTROL = `() => { const of = () => document.querySelector('button[aria-label^="Departments: "]')?.getAttribute('aria-label')
  const before = of(); return () => of() !== before }`

/** Runs in the page before its scripts: when something is there, counted from the navigation or from an input. */
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
  window.begin = (event, isNew) => {
    const isThere = isNew()
    const since = from(event)
    window.paintedMs = since.then(async (at) => (await paintedWith(isThere)) - at)
  }
  window.beginBoth = (event, ...isNew) => {
    const areThere = isNew.map((one) => one())
    const since = from(event)
    window.bothPaintedMs = since.then((at) =>
      Promise.all(areThere.map(async (isThere) => (await paintedWith(isThere)) - at)))
  }
  window.firstChartMs = paintedWith(() => document.querySelector('[data-brush] [data-mark]'))`
