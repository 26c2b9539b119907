import type { Kind, Slots } from './slots.ts'

/** Words that are implied in every question. */
const EXPECTED: ReadonlySet<Kind> = new Set(['noun', 'now', 'all', 'yet'])

/** Words of courtesy and articles, which are not counted. */
const COURTESY = /^(?:please|kindly|thanks?|hi|hello|hey|ok|okay|so|um|uh|just|and|then|an?|the|we|us|our)$/

/** "could you tell me", "show me" */
const OF_ASKING = /^(?:can|could|you|tell|me|show)$/

/** "How busy is Ben?": fewer unused words than this are just phrasing. */
const FEW = 3

/** The share of a question's words that its reading uses: unused words are not answered. */
export function coverage(slots: Slots): number {
  let read = 0
  let covered = 0
  slots.tokens.forEach(({ word }, i) => {
    if (!/^[\p{L}\d]/u.test(word)) return
    const slot = slots.all.find((one) => one.at <= i && i < one.end)
    const isRead = slot !== undefined && (slot.isUsed || slot.meanings.some(({ kind }) => EXPECTED.has(kind)))
    if (slot?.meanings.some(({ kind }) => kind === 'filler')) return
    if (!isRead && (COURTESY.test(word) || (slot === undefined && OF_ASKING.test(word)))) return
    covered++
    if (isRead) read++
  })
  return covered - read < FEW ? 1 : read / covered
}
