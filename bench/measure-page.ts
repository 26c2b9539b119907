import type { Page } from '@playwright/test'
import { hasBrowser, launch, sessionScript, VIEWPORT, WITHOUT_EVENTS } from './browser.ts'
import { PASSWORD } from './databases.ts'
import { atMost, kilobytes, ms, type Row } from './report.ts'
import type { ServerProcess } from './server-process.ts'

/** 0.7 of the 785 ms that a server-rendered tracker took on the machine where the budget was set. */
const FIRST_ROW_MS = 550
const COLD_LOADS = 7

interface Visit {
  /** run before the page's own scripts */
  script?: string
  act?: (page: Page) => Promise<void>
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('user')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Bytes that a browser with an empty cache receives, headers included. Returns no rows without Chromium. */
export async function measurePage(server: ServerProcess): Promise<Row[]> {
  if (!hasBrowser()) return []
  const signedIn = await sessionScript(server, 'user')
  const browser = await launch()
  try {
    const login = await firstLoad('/login', 'Sign In')
    const list = await firstLoad('/requests', 'Recent RFD Requests', { script: signedIn })
    const dashboard = await firstLoad('/login', 'Recent RFD Requests', { act: signIn })
    const firstRow = await coldMedian('/requests', { script: signedIn })
    const afterSignIn = await coldMedian('/login', { act: signIn })
    const felt = `Cold start as felt: signed-in list, empty cache, first row visible, median of ${COLD_LOADS} browsers`
    return [
      atMost('First load of the sign-in page: JavaScript, brotli', login.scripts, 110_000, kilobytes),
      atMost('First load of the signed-in list, everything on the wire', list.all, 200_000, kilobytes),
      atMost('– of the sign-in page and the dashboard that it leads to', dashboard.all, 200_000, kilobytes),
      atMost(felt, firstRow, FIRST_ROW_MS, ms),
      atMost('– from pressing Sign In to the first row of the dashboard', afterSignIn, FIRST_ROW_MS, ms),
    ]
  } finally {
    await browser.close()
  }

  /** Each visit in a fresh browser, so that neither files nor compiled scripts are cached. */
  async function coldMedian(path: string, visit: Visit): Promise<number> {
    const times: number[] = []
    for (let i = 0; i < COLD_LOADS; i++) times.push(await coldLoad(path, visit))
    return times.sort((a, b) => a - b)[Math.floor(COLD_LOADS / 2)]!
  }

  async function coldLoad(path: string, { script, act }: Visit): Promise<number> {
    const cold = await launch()
    try {
      const context = await cold.newContext({ baseURL: server.url.href, viewport: VIEWPORT })
      await context.addInitScript({ content: `${script ?? ''};{${MARK_FIRST_ROW}}` })
      const page = await context.newPage()
      await page.goto(path, { waitUntil: 'commit' })
      await act?.(page)
      return await page.evaluate<number>('window.firstRowMs')
    } finally {
      await cold.close()
    }
  }

  async function firstLoad(path: string, words: string, { script, act }: Visit = {}) {
    const context = await browser.newContext({ baseURL: server.url.href, viewport: VIEWPORT })
    await context.addInitScript({ content: WITHOUT_EVENTS })
    if (script) await context.addInitScript({ content: script })
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    const kinds = new Map<string, string>()
    let [all, scripts] = [0, 0]
    network.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      all += encodedDataLength
      if (kinds.get(requestId) === 'Script') scripts += encodedDataLength
    })
    await page.goto(path)
    await act?.(page)
    await page.getByText(words).first().waitFor()
    await page.waitForLoadState('networkidle')
    await context.close()
    return { all, scripts }
  }
}

/** Runs in the page: when the first row has been painted, counted from the navigation or from the press of Sign In. */
const MARK_FIRST_ROW = `
  let from = 0
  document.addEventListener('click', () => (from = performance.now()), { capture: true, once: true })
  window.firstRowMs = new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector('tr[data-request] a')) return requestAnimationFrame(look)
      // The frame that holds it is painted before the next task.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
    }
    look()
  })`
