import type { Page } from '@playwright/test'
import type { ServiceRequest } from '../../shared/requests.ts'
import type { Role } from './office.ts'
import { expect, failedWith, test } from './test.ts'
import { END_OF_PAGE, walk } from './walk.ts'

/** A screen as the Tab key goes through it. */
export interface Walk {
  name: string
  role: Role | null
  width?: number
  /** Comes to the screen; the walk begins where the focus is then. */
  open: (page: Page, request: ServiceRequest) => Promise<void>
  /** The stops in their order; the walk ends where it comes round, or before the stop `beyond`. */
  stops: string[]
  beyond?: string | readonly string[]
}

/**
 * Stops that may be there: departments that tests of the settings have added to the same office have a box in filters, and where
 * a request stands comes after its details.
 */
const MAY_BE_THERE = /^(?:checkbox Legal Affairs|button Show \d+ comparable requests)$/

export function testWalks(walks: readonly Walk[]): void {
  for (const { name, role, width, open: come, stops, beyond } of walks) {
    test(`Tab goes through: ${name}`, async ({ open, office, expected }) => {
      if (name === 'conflict') expected.push(failedWith(409))
      const user = await office.signIn('user')
      await office.createRequest(user)
      const request = await office.createRequest(user)
      await office.createRequest(user)
      const page = await open(role)
      if (width) await page.setViewportSize({ width, height: 844 })
      await come(page, request)
      const ends = beyond === undefined ? [] : [beyond, END_OF_PAGE].flat()
      const isBeyond = (stop: string) => ends.some((end) => stop.startsWith(end))
      const there = (await walk(page, 'Tab', isBeyond)).filter((stop) => !MAY_BE_THERE.test(stop))
      expect(there).toEqual(stops)
      if (beyond !== undefined) return
      const back = (await walk(page, 'Shift+Tab')).filter((stop) => !MAY_BE_THERE.test(stop))
      // Round the other way, from where the first walk has ended.
      expect(back.toReversed()).toEqual(there)
    })
  }
}
