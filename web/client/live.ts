import type { HintKind } from '../../shared/events.ts'
import { Store } from '../ui/store.ts'

/** Whether this page hears of changes at once. */
export const isLive = new Store(false)

/** Often enough to notice what no event has told. */
const FALLBACK_MS = 20_000

/** The interval of reading again what events tell of: seldom while they arrive. */
export function pollEvery(ms: number | false): number | false {
  return ms === false || !isLive.get() ? ms : Math.max(ms, FALLBACK_MS)
}

const listeners = new Map<HintKind, Set<() => void>>()

/** For what is not a query. @returns stops listening */
export function onHint(kind: HintKind, listener: () => void): () => void {
  const ofKind = listeners.get(kind) ?? new Set()
  listeners.set(kind, ofKind.add(listener))
  return () => ofKind.delete(listener)
}

export function passOn(kind: HintKind): void {
  for (const listener of listeners.get(kind) ?? []) listener()
}
