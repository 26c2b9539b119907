import { type Activity, PRESENT_FOR_MS } from '../../../shared/presence.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Hint } from '../../platform/database/hints.ts'
import { AppError } from '../../platform/errors.ts'
import { Pace } from './pace.ts'

export type Visit = NonNullable<Hint['visit']>
type Visited = Visit['request']

/** A page that has left counts until it expires, so that new ones in quick succession are bounded, too. */
const MAX_PAGES_PER_PERSON = 20

interface Listeners {
  /** the visitors of a request have changed */
  onVisitors(request: Visited): void
  /** for the other processes */
  onVisit(visit: Visit): void
}

/**
 * Which requests people have open, of this process and the others on the same database. Held in memory, until the page
 * leaves or has been silent for a while.
 */
export class Presence {
  readonly #visits = new Map<string, Map<string, Visit & { until: number }>>()
  readonly #visitors: Pace<Visited>
  readonly #others: Pace<Visit>
  readonly #now: () => number

  constructor({ onVisitors, onVisit }: Listeners, now = () => performance.now()) {
    this.#visitors = new Pace(onVisitors, ({ id }) => id)
    this.#others = new Pace(onVisit, ({ page }) => page)
    this.#now = now
  }

  /**
   * A page says where it is, or that it has left.
   * @throws AppError `too-many-calls` if the person has too many pages
   */
  say(visit: Visit): void {
    if (!this.#keep(visit)) {
      throw new AppError('too-many-calls', text('Too many of your pages show requests. Please close some.'), {
        headers: { 'retry-after': '20' },
      })
    }
    this.#others.take(visit)
  }

  /** Another process has said so. */
  hear(visit: Visit): void {
    this.#keep(visit)
  }

  /** Who has a request open, with the more telling activity of all their pages. */
  at(requestId: string): Map<string, Activity> {
    const people = new Map<string, Activity>()
    for (const personId of this.#visits.keys()) {
      for (const { request, activity } of this.#pagesOf(personId).values())
        if (activity && request.id === requestId && people.get(personId) !== 'editing') people.set(personId, activity)
    }
    return people
  }

  close(): void {
    this.#visitors.close()
    this.#others.close()
  }

  /** @returns false if there is no room for it */
  #keep(visit: Visit): boolean {
    const { page, personId, request, activity } = visit
    const pages = this.#pagesOf(personId)
    const before = pages.get(page)
    if (!before && pages.size >= MAX_PAGES_PER_PERSON) return false
    this.#visits.set(personId, pages.set(page, { ...visit, until: this.#now() + PRESENT_FOR_MS }))
    if (before?.request.id === request.id && before.activity === activity) return true
    if (before?.activity && before.request.id !== request.id) this.#visitors.take(before.request)
    if (activity || before) this.#visitors.take(request)
    return true
  }

  /** Without those that have expired. */
  #pagesOf(personId: string) {
    const pages = this.#visits.get(personId) ?? new Map<string, Visit & { until: number }>()
    for (const [page, { until }] of pages) if (until <= this.#now()) pages.delete(page)
    if (pages.size === 0) this.#visits.delete(personId)
    return pages
  }
}
