import { existsSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { clientOf } from './client.ts'
import { PASSWORD } from './databases.ts'
import { ms, type Row } from './report.ts'
import type { ServerProcess } from './server-process.ts'

const EXECUTABLE = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

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

/** What a browser with an empty cache receives, headers included. Nothing when there is no Chromium on this machine. */
export async function measurePage(server: ServerProcess): Promise<Row[]> {
  if (!existsSync(EXECUTABLE)) return []
  const client = clientOf(server.url)
  const body = { username: 'user', password: PASSWORD }
  const { text } = await client.send({ method: 'POST', path: '/api/auth/login', body })
  client.close()
  const { token, user } = JSON.parse(text) as { token: string; user: object }
  const signedIn = `localStorage.setItem('rfd.token', ${JSON.stringify(token)})
    localStorage.setItem('rfd.user', ${JSON.stringify(JSON.stringify(user))})`

  const args = ['--disable-gpu', '--disable-quic', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args })
  try {
    const login = await firstLoad('/login', 'Sign In')
    const list = await firstLoad('/requests', 'Recent RFD Requests', { script: signedIn })
    const dashboard = await firstLoad('/login', 'Recent RFD Requests', { act: signIn })
    return [
      {
        what: 'First load of the sign-in page: JavaScript, brotli',
        measured: kilobytes(login.scripts),
        budget: '100 kB',
        holds: login.scripts <= 100_000,
      },
      {
        what: `First load of the signed-in list, everything on the wire (shown after ${ms(list.shownMs)})`,
        measured: kilobytes(list.all),
        budget: '180 kB',
        holds: list.all <= 180_000,
      },
      {
        what: '– of the sign-in page and the dashboard that it leads to',
        measured: kilobytes(dashboard.all),
        budget: '180 kB',
        holds: dashboard.all <= 180_000,
      },
    ]
  } finally {
    await browser.close()
  }

  async function firstLoad(path: string, words: string, { script, act }: Visit = {}) {
    const context = await browser.newContext({ baseURL: server.url.href, viewport: { width: 1440, height: 900 } })
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
    const started = performance.now()
    await page.goto(path)
    await act?.(page)
    await page.getByText(words).first().waitFor()
    const shownMs = performance.now() - started
    await page.waitForLoadState('networkidle')
    await context.close()
    return { all, scripts, shownMs }
  }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
