import type { EventHub } from './hub.ts'

/** Dependencies of the event stream. */
export interface Deps {
  events: EventHub
}
