import type { Page } from '@playwright/test'
import type { ServiceRequest } from '../../shared/requests.ts'
import type { Role } from './office.ts'
import { expect, failedWith, test } from './test.ts'
import { END_OF_PAGE, walk } from './walk.ts'

/** The expected tab order of a screen. */
export interface Walk {
  name: string
  role: Role | null
  width?: number
  /** Opens the screen; the walk begins at its focus. */
  open: (page: Page, request: ServiceRequest) => Promise<void>
  /** The stops in order; the walk ends where it returns to the first one, or before the stop `beyond`. */
  stops: string[]
  beyond?: string | readonly string[]
}

/**
 * Optional stops: departments that settings tests have added to the same office appear as checkboxes in filters, and the
 * outlook of a request loads after its details.
 */
const MAY_BE_THERE = /^(?:checkbox Legal Affairs|button Show \d+ comparable requests)$/

/** Parts of a screen load after it: a walk that began before them would go past them. */
async function allLoaded(page: Page, stops: readonly string[]): Promise<void> {
  for (const stop of stops) {
    const [, role = '', name = ''] = /^(\w+) (.+)/.exec(stop) ?? []
    if (name === '') continue
    const found =
      role === 'fold'
        ? page.locator('summary', { hasText: name })
        : page.getByRole(role as Parameters<Page['getByRole']>[0], { name: name.replaceAll('\\"', '"') })
    await expect(found.first(), stop).toBeAttached()
  }
}

/** One context for the walks of a role: to open one for each takes longer than to walk. */
export function testWalks(walks: readonly Walk[]): void {
  for (const [role, ofRole] of Map.groupBy(walks, (walk) => walk.role)) {
    test(`Tab goes through the screens of ${role ?? 'nobody'}: ${ofRole.map(({ name }) => name).join(', ')}`, async ({
      open,
      office,
      expected,
    }) => {
      const user = await office.signIn('user')
      const page = await open(role)
      const desktop = page.viewportSize()!
      for (const one of ofRole) {
        await test.step(one.name, async () => {
          if (one.name === 'conflict') expected.push(failedWith(409))
          await office.createRequest(user)
          const request = await office.createRequest(user)
          await office.createRequest(user)
          await page.setViewportSize(one.width ? { width: one.width, height: 844 } : desktop)
          await expectStops(page, one, request)
          await page.unrouteAll({ behavior: 'wait' })
        })
      }
    })
  }
}

async function expectStops(page: Page, { open, stops, beyond }: Walk, request: ServiceRequest): Promise<void> {
  await open(page, request)
  await allLoaded(page, stops)
  const ends = beyond === undefined ? [] : [beyond, END_OF_PAGE].flat()
  const isBeyond = (stop: string) => ends.some((end) => stop.startsWith(end))
  const there = (await walk(page, 'Tab', isBeyond)).filter((stop) => !MAY_BE_THERE.test(stop))
  expect(there).toEqual(stops)
  if (beyond !== undefined) return
  const back = (await walk(page, 'Shift+Tab')).filter((stop) => !MAY_BE_THERE.test(stop))
  // Backwards, from the end of the first walk.
  expect(back.toReversed()).toEqual(there)
}
