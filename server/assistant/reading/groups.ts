import type { Group } from '../../../shared/assistant/query.ts'
import type { Role } from '../grammar/meaning.ts'
import { meaningOf, type Slot, type Slots } from './slots.ts'

const MARKERS = /^(by|per|each|every|across|which|what|whose|the)$/

/** groups by period */
export const TIMES: ReadonlySet<string> = new Set(['day', 'week', 'month', 'quarter', 'year'])

export function groupIn(slots: Slots): Group | undefined {
  let match: Group | undefined
  for (const { slot, meaning } of slots.of('group')) {
    if (
      slot.isUsed ||
      (meaning.isPlural && /^(any|some)(one|body)$/.test(slots.word(slot.at))) ||
      (meaning.group !== 'person' && !TIMES.has(meaning.group) && !isGrouping(slots, slot, meaning.isPlural)) ||
      isOfNone(slots, slot) ||
      // "cancelled by its requester": not a grouping.
      /^(its|their|his|her)$/.test(slots.word(slot.at - 1)) ||
      isWholeTeam(slots, slot)
    )
      continue
    const group = meaning.group === 'person' ? personGroup(slots, slot, meaning.isPlural) : meaning.group
    if (group === undefined) continue
    // "people who ask"
    if (match) {
      if (/^who(m|se)?$/.test(slots.word(slot.at))) slot.isUsed = true
      continue
    }
    slot.isUsed = true
    match = group
  }
  if (match) slots.claim('by')
  return match ?? eachTime(slots)
}

/** "Which departments have no overdue requests?", "people without open ones": empty groups cannot be queried. */
function isOfNone(slots: Slots, slot: Slot): boolean {
  const i = slots.all.indexOf(slot)
  const isAsked = /^(which|what|who)$/.test(slots.word(slot.at)) || /^(which|what)$/.test(slots.word(slot.at - 1))
  return slots.all.slice(i + 1, i + 3).some(({ at }) => {
    const isNone = /^(no|not|never|nothing|none|without)$/.test(slots.word(at))
    // "departments with no …"
    return (
      isNone &&
      ((isAsked && HAVING.test(slots.word(at - 1))) || at - slot.end < (HAVING.test(slots.word(at - 1)) ? 2 : 1))
    )
  })
}

const HAVING = /^(have|has|had|with|got)$/

/** "team workload": of all people, not a grouping by department. */
function isWholeTeam(slots: Slots, slot: Slot): boolean {
  const isTeam =
    slots.has('workload') &&
    slots.word(slot.at) === 'team' &&
    !/^(which|what|by|per|each|every)$/.test(slots.word(slot.at - 1))
  if (isTeam) slot.isUsed = true
  return isTeam
}

/** "how many do we get a month" */
function eachTime(slots: Slots): Group | undefined {
  const each = slots.all.find(({ at, quantity }) => quantity?.count === 1 && /^an?$/.test(slots.word(at)))
  const isCounted = slots.has('measure', ({ measure }) => measure === 'count')
  if (!each?.quantity || !isCounted || slots.has('more') || slots.has('less') || slots.has('older')) return undefined
  each.isUsed = true
  return each.quantity.unit
}

/** "by department", "which department"; "departments" alone in a ranking. */
function isGrouping(slots: Slots, slot: Slot, isPlural = false): boolean {
  const i = slots.all.indexOf(slot)
  const before = slots.all[i - 1]
  if (before && meaningOf(before, 'by') && before.end >= slot.at - 1) return true
  const words = [slots.word(slot.at - 1), slots.word(slot.at - 2)]
  if (slots.word(slot.at) === 'statuses') return true
  // "how many did everybody submit"
  const isCounted = slots.has('measure', ({ measure }) => measure === 'count')
  if (isCounted && /^every(body|one)$/.test(slots.word(slot.at)) && /^(did|does|do|has|have|is)$/.test(words[0]!))
    return true
  const isMarked = words.some((word) => word !== 'the' && MARKERS.test(word))
  const isRanked =
    slots.has('workload') || slots.has('order') || slots.has('compare') || slots.has('by') || slots.has('first')
  return isMarked || isRanked || (isPlural && (slots.has('overdue') || slots.has('status')))
}

/** "who submitted …" groups by requester, everything else by assignee. */
function personGroup(slots: Slots, slot: Slot, isPlural = false): Group | undefined {
  const words = slots.word(slot.at)
  const isAsking = /^(who|whom|whose)$/.test(words)
  if (!isAsking && !isGrouping(slots, slot, isPlural)) return undefined
  const i = slots.all.indexOf(slot)
  // "who is in Compliance": departments have no members here, only requests.
  const isMember =
    isAsking &&
    /^(?:is|are|works?|sits?) (?:\p{L}+ )?(?:in|at|for)$/u.test(slots.words(slot.end, slots.all[i + 1]?.at ?? 0)) &&
    meaningOf(slots.all[i + 1]!, 'department') !== undefined &&
    slots.all.length === i + 2
  if (isMember) return undefined
  // "who is Lucía" asks about a person
  if (isAsking && slots.all[i + 1]?.people && /^(is|are|was)$/.test(slots.word(slot.end))) return undefined
  // "requests whose due date is …" is a description, not a grouping by person.
  const next = slots.all[i + 1]
  if (
    slots.word(slot.at) === 'whose' &&
    next &&
    (meaningOf(next, 'event')?.event === 'due' || meaningOf(next, 'group'))
  )
    return undefined
  // People who have not done something cannot be found by counting.
  if (
    isAsking &&
    slots.all.slice(i + 1, i + 3).some((other) => /^(not|never|no|nothing|none)$/.test(slots.word(other.at)))
  )
    return undefined
  for (const other of slots.all.slice(i + 1, i + 5)) {
    // The person who rejected a request is not stored with it.
    if (isAsking && meaningOf(other, 'status')?.status[0] === 'rejected') return undefined
    const role = roleSaid(other)
    if (role) return role
  }
  return 'assignee'
}

function roleSaid(slot: Slot): Role | undefined {
  // "who are the top 3 requesters"
  const group = meaningOf(slot, 'group')
  if (group?.isPlural && (group.group === 'requester' || group.group === 'assignee')) {
    slot.isUsed = true
    return group.group
  }
  const role = meaningOf(slot, 'role')?.role
  if (role) {
    slot.isUsed = true
    return role
  }
  const event = meaningOf(slot, 'event')
  if (event?.role) return event.role
  const status = meaningOf(slot, 'status')
  if (status?.status[0] === 'cancelled') return 'requester'
  return status?.event ? 'assignee' : undefined
}
