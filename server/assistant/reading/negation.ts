import { meaningOf, type Slot, type Slots, type Kind } from './slots.ts'

const VALUES: Kind[] = [
  'status',
  'priority',
  'department',
  'type',
  'overdue',
  'on-time',
  'event',
  'assigned',
  'unassigned',
  'me',
  'about',
]

/** The negated slots: those after "not", and lists after "except" and "without". */
export function negatedIn(slots: Slots): Set<Slot> {
  const negated = new Set<Slot>()
  slots.all.forEach((slot, i) => {
    const meaning = meaningOf(slot, 'not')
    const isAllBut = isExcepting(slots, i)
    if ((!meaning && !isAllBut) || isWithin(slot, slots)) return
    const taken = following(slots, i + 1, isAllBut || meaning?.isList === true)
    if (taken.length === 0) return
    slot.isUsed = true
    for (const one of taken) negated.add(one)
  })
  return negated
}

/** "all departments but IT" */
function isExcepting(slots: Slots, i: number): boolean {
  const [all, of, but] = [slots.all[i - 2], slots.all[i - 1], slots.all[i]!]
  const isAll = all !== undefined && meaningOf(all, 'all') !== undefined && all.end === of!.at
  return (
    slots.word(but.at) === 'but' &&
    isAll &&
    of!.end === but.at &&
    (meaningOf(of!, 'group') ?? meaningOf(of!, 'noun')) !== undefined
  )
}

/** Part of a longer phrase with its own meaning: "not yet finished". */
function isWithin(slot: Slot, slots: Slots): boolean {
  return slots.all.some((other) => other !== slot && other.at <= slot.at && slot.end < other.end)
}

function following(slots: Slots, from: number, isList: boolean): Slot[] {
  const negated: Slot[] = []
  let isJoined = true
  let isComma = false
  for (const slot of slots.all.slice(from)) {
    // "what hasn't Elena finished"
    const next = slots.all[slots.all.indexOf(slot) + 1]
    if (slot.people && !isList && negated.length === 0 && next && meaningOf(next, 'status')) continue
    const previous = negated.at(-1)
    if (previous && hasClauseBetween(slots, previous.end, slot.at)) break
    if (isValue(slot)) {
      if (!isJoined && negated.length > 0 && !(slot.period && meaningOf(negated.at(-1)!, 'event'))) break
      // "except completed ones, IT only": a comma continues the list only with the same kind.
      const isOther = negated.length > 0 && !slot.period && !isSameKind(negated[0]!, slot)
      if (isOther && (!isList || isComma)) break
      // "not assigned to Elena": the person belongs to the role.
      negated.push(slot)
      isJoined = false
    } else if ((meaningOf(slot, 'role') ?? meaningOf(slot, 'by')) && negated.length === 0) continue
    else if (isJoint(slot)) {
      isJoined = true
      isComma = slots.word(slot.at) === ','
    } else if (
      (meaningOf(slot, 'noun') ?? meaningOf(slot, 'those') ?? meaningOf(slot, 'measure')) &&
      negated.length === 0
    )
      continue
    else if (meaningOf(slot, 'yet') || meaningOf(slot, 'all')) continue
    else break
  }
  return negated
}

function isJoint(slot: Slot): boolean {
  return ['and', 'or', 'not'].some((kind) => meaningOf(slot, kind as Kind))
}

function isValue(slot: Slot): boolean {
  return slot.people !== undefined || slot.period !== undefined || VALUES.some((kind) => meaningOf(slot, kind))
}

function isSameKind(a: Slot, b: Slot): boolean {
  if (a.people || b.people) return a.people !== undefined && b.people !== undefined
  return VALUES.some((kind) => meaningOf(a, kind) && meaningOf(b, kind))
}

function hasClauseBetween(slots: Slots, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (/^(but|that|which|who|are|is|were|was|have|has)$/.test(slots.word(i))) return true
  return false
}
