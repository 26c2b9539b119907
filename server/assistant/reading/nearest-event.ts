import type { Event } from '../../../shared/assistant/words.ts'
import type { Status } from '../../../shared/requests.ts'
import { meaningOf, type Slot, type Slots } from './slots.ts'

const ENTERED: Partial<Record<Status, Event>> = {
  in_progress: 'started',
  completed: 'completed',
  rejected: 'closed',
  cancelled: 'closed',
}

/** "moved to in progress since Monday": started since then, regardless of later changes. */
export function movedTo(slots: Slots, slot: Slot): Event | undefined {
  const next = slots.all.find(({ at }) => at >= slot.end)
  if (meaningOf(slot, 'event')?.event !== 'updated' || next === undefined) return undefined
  if (!/^(?:to|into)$/.test(slots.word(slot.end)) || next.at > slot.end + 1) return undefined
  const [status, ...others] = meaningOf(next, 'status')?.status ?? []
  return status !== undefined && others.length === 0 ? ENTERED[status] : undefined
}

/** The event named closest to a period, preferably before it, and not beyond another period. */
export function nearest(slots: Slots, i: number): Event | undefined {
  const eventIn = (slot: Slot): Event | undefined =>
    movedTo(slots, slot) ?? meaningOf(slot, 'event')?.event ?? meaningOf(slot, 'status')?.event
  const walk = (step: number): { event: Event; distance: number } | undefined => {
    for (let index = i + step, distance = 1; index >= 0 && index < slots.all.length; index += step, distance++) {
      const slot = slots.all[index]!
      const event = eventIn(slot)
      if (event) return { event, distance }
      if (slot.period && step > 0) return undefined
    }
    return undefined
  }
  const [before, after] = [walk(-1), walk(1)]
  if (before && after) return after.distance < before.distance - 2 ? after.event : before.event
  return (before ?? after)?.event
}
