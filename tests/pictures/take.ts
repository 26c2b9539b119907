import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { startingModel } from '../../server/ai/host/starting-model.ts'
import type { SignIn } from '../../shared/users.ts'
import { openOffice, type Office, type Role } from '../browser/office.ts'
import type { Picture, Stage } from './screens.ts'

/** A fixed time, so that screens do not depend on when the picture is taken. */
const NOW = '2026-03-11T13:20:00.000Z'
/** Fixed, because print layouts show the URL of a request. */
const PORT = 41_730
const HEIGHTS: Record<number, number> = { 1920: 1080, 1440: 900, 1366: 768, 1280: 800, 1024: 768, 820: 1180, 390: 844 }
export const WIDTHS = Object.keys(HEIGHTS)
  .map(Number)
  .toSorted((a, b) => b - a)
/** A4 upright without its margins. */
const PAPER = { width: 688, height: 980 }
const QUIET_MS = 150
const GIVE_UP_MS = 20_000

export interface Wanted {
  out: string
  screens: Picture[]
  /** 0 means paper */
  widths: number[]
}

/** @returns the errors, a line for each screen without its pictures */
export async function takePictures({ out, screens, widths }: Wanted): Promise<string[]> {
  // A new engine version first trains on its starting texts, which takes longer than a picture's timeout.
  startingModel()
  const office = await openOffice({
    port: PORT,
    nodeArguments: ['--import', import.meta.resolve('./still-clock.mjs')],
    environment: { PICTURES_NOW: NOW, RATE_LIMITS: 'off' },
  })
  const asRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: [...(asRoot ? ['--no-sandbox'] : []), '--disable-gpu', '--force-color-profile=srgb'],
  })
  const failures: string[] = []
  try {
    const signedIn = { user: await office.signIn('user'), manager: await office.signIn('manager') }
    const people: Record<Role, SignIn> = { ...signedIn, admin: await office.signIn('admin') }
    for (const screen of screens) {
      const context = await browser.newContext({
        baseURL: office.url,
        locale: 'en-GB',
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
        storageState: storageOf(office, screen.role && people[screen.role]),
      })
      await photograph(screen, { context, office, people, out, widths }).catch((error: Error) => {
        failures.push(`${screen.name}: ${error.message}`)
      })
      await context.close()
    }
  } finally {
    await browser.close()
    await office.close()
  }
  return failures
}

interface Setting {
  context: BrowserContext
  office: Office
  people: Record<Role, SignIn>
  out: string
  widths: number[]
}

async function photograph(screen: Picture, { context, office, people, out, widths }: Setting): Promise<void> {
  const page = await context.newPage()
  page.setDefaultTimeout(GIVE_UP_MS)
  await page.clock.setFixedTime(NOW)
  const settled = watchCalls(page)
  const stage: Stage = { page, office, people }
  const shown = screen.widths ?? widths
  let isOpen = false
  const open = async () => {
    if (isOpen && !screen.isOpenedAnew) return
    await screen.open(stage)
    isOpen = true
  }
  for (const width of widths.filter((each) => each > 0 && shown.includes(each))) {
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width, height: HEIGHTS[width] ?? 800 })
    await open()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await settled()
      await shoot(page, join(out, `${screen.name}.${width}.${colorScheme}.png`))
    }
  }
  if (!widths.includes(0) || screen.widths || screen.isOnScreenOnly) return
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1366, height: 768 })
  await open()
  await settled()
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(PAPER)
  await settled()
  await shoot(page, join(out, `${screen.name}.paper.png`))
  await page.pdf({ path: join(out, `${screen.name}.pdf`), preferCSSPageSize: true })
}

/** Takes pictures until two are identical: before that, the content may still be moving. */
async function shoot(page: Page, path: string): Promise<void> {
  let last: Uint8Array = new Uint8Array()
  for (let tries = 0; tries < 8; tries++) {
    const picture = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' })
    if (picture.equals(last)) break
    last = picture
    await page.waitForTimeout(60)
  }
  await writeFile(path, last)
}

/** @returns a function that waits until no call is in flight, nothing is loading on the screen, and everything is rendered */
function watchCalls(page: Page): () => Promise<void> {
  const underWay = new Set<unknown>()
  let lastAt = 0
  page.on('request', (call) => {
    // The stream of events never ends.
    if (!call.url().includes('/events')) underWay.add(call)
    lastAt = performance.now()
  })
  const end = (call: unknown) => {
    underWay.delete(call)
    lastAt = performance.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    const giveUpAt = performance.now() + GIVE_UP_MS
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    while (performance.now() < giveUpAt) {
      const isLoading = await page.locator('[aria-busy=true], .skeleton').filter({ visible: true }).count()
      if (underWay.size === 0 && isLoading === 0 && performance.now() - lastAt > QUIET_MS) break
      await page.waitForTimeout(20)
    }
    await page.evaluate(
      () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
    )
  }
}

function storageOf({ url }: Office, signedIn: SignIn | null) {
  const localStorage = signedIn
    ? [
        { name: 'rfd.token', value: signedIn.token },
        { name: 'rfd.user', value: JSON.stringify(signedIn.user) },
      ]
    : []
  return { cookies: [], origins: [{ origin: url, localStorage }] }
}
