import type { Db } from '../platform/database/db.ts'
import type { Settings } from '../settings/service.ts'
import type { EventHub } from './events/hub.ts'

/** Dependencies of notices. */
export interface Deps {
  db: Db
  settings: Settings
  clock: () => Date
  /** tells open pages that there are new notices */
  events: Pick<EventHub, 'announce'>
}

/** Tells the open pages of these people, after the commit. */
export function announceTo({ events }: Pick<Deps, 'events'>, people: Iterable<string>): void {
  for (const personId of people) events.announce({ kind: 'notices', personId })
}
