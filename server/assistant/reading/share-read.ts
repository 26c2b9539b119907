import type { Kind, Slots } from './slots.ts'

/** They name what every question here is about, or how things are anyway. */
const EXPECTED: ReadonlySet<Kind> = new Set(['noun', 'now', 'all', 'yet'])

/** Said to anybody, of anything. */
const COURTESY = /^(?:please|kindly|thanks?|hi|hello|hey|ok|okay|so|um|uh|just|and|then|an?|the|we|us|our)$/

/** "could you tell me", "show me" */
const OF_ASKING = /^(?:can|could|you|tell|me|show)$/

/** "How busy is Ben?": so few words passed over are how a question is put. */
const FEW = 3

/** The share of a question's words that its reading makes use of: what it passes over, it does not answer. */
export function shareRead(slots: Slots): number {
  let read = 0
  let said = 0
  slots.tokens.forEach(({ word }, at) => {
    if (!/^[\p{L}\d]/u.test(word)) return
    const slot = slots.all.find((one) => one.at <= at && at < one.end)
    const isRead = slot !== undefined && (slot.isUsed || slot.meanings.some(({ kind }) => EXPECTED.has(kind)))
    if (slot?.meanings.some(({ kind }) => kind === 'filler')) return
    if (!isRead && (COURTESY.test(word) || (slot === undefined && OF_ASKING.test(word)))) return
    said++
    if (isRead) read++
  })
  return said - read < FEW ? 1 : read / said
}
