import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import { PASSWORD } from './office.ts'
import { expect, test } from './test.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Names of months and days are the calendar's, not ours. */
const CALENDAR =
  /\b(?:\d{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)[a-z]*\b/g

/** The page as it is developed: only there is the pseudo-language. */
let dev: ViteDevServer
test.beforeAll(async ({ office }) => {
  dev = await createServer({
    configFile: join(ROOT, 'vite.config.ts'),
    server: { port: 0, strictPort: false, hmr: false, proxy: { '/api': { target: office.url, changeOrigin: true } } },
    logLevel: 'error',
  })
  await dev.listen()
})
test.afterAll(() => dev.close())

/** English words in a part of the page that come neither from a text nor from data. */
async function rawWordsIn(page: Page, part: string, data: ReadonlySet<string>): Promise<string[]> {
  const shown = await page
    .locator(part)
    .first()
    .evaluate((root) => {
      const found: string[] = []
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (texts.nextNode())
        if (!texts.currentNode.parentElement?.closest('style, script')) found.push(texts.currentNode.nodeValue ?? '')
      for (const element of [root, ...root.querySelectorAll('*')])
        for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext'])
          found.push(element.getAttribute(name) ?? '')
      return found
    })
  const known = [...data].sort((a, b) => b.length - a.length)
  return shown.flatMap((text) => {
    const ours = known.reduce((rest, value) => rest.replaceAll(value, ' '), text).replaceAll(CALENDAR, ' ')
    return /(?<!\p{L})[A-Za-z]{3,}(?!\p{L})/u.test(ours) ? [text.trim()] : []
  })
}

/** All strings of the answers that a page gets: names, titles, numbers of requests. */
function collectData(page: Page): Set<string> {
  const data = new Set<string>(['admin', 'RFD'])
  const collect = (value: unknown): void => {
    if (typeof value === 'string' && value.length > 1) data.add(value)
    else if (typeof value === 'object' && value !== null) {
      const { firstName, lastName } = value as { firstName?: unknown; lastName?: unknown }
      if (typeof firstName === 'string') data.add(`${firstName} ${String(lastName)}`)
      Object.values(value).forEach(collect)
    }
  }
  page.on('response', (response) => void response.json().then(collect, () => {}))
  return data
}

// The page of a development server takes long to load.
test.use({ expected: [/preloaded using link preload/] })

test('in the pseudo-language no raw English is left on the converted screens', async ({ guest: page, office }) => {
  const origin = `http://127.0.0.1:${(dev.httpServer!.address() as AddressInfo).port}`
  const data = collectData(page)
  const expectNoRaw = async (part: string) =>
    expect.poll(() => rawWordsIn(page, part, data), { message: `${page.url()} ${part}`, timeout: 15_000 }).toEqual([])

  await page.goto(`${origin}/login?language=pseudo`)
  await page.locator('[name=username]').fill('admin')
  await page.locator('[name=password]').fill(PASSWORD)
  await expectNoRaw('main')
  await page.locator('[type=submit]').click()
  await page.waitForURL('**/dashboard')
  await expectNoRaw('nav')

  const request = await office.createRequest(await office.signIn('user'), { title: 'Titel 4711' })
  await page.goto(`${origin}/requests`)
  await expect(page.locator('[data-request]').first()).toBeVisible()
  await expectNoRaw('main')
  for (const dialog of ['edit', 'cancel']) {
    await page.goto(`${origin}/requests?${dialog}=${request.id}`)
    await expect(page.locator('[role=dialog] form')).toBeVisible()
    await expectNoRaw('[role=dialog]')
  }
})
