import type { QueryFilter } from '../../../shared/assistant/query.ts'
import type { Role } from '../grammar/meaning.ts'
import { meaningOf, type Slot, type Slots } from './slots.ts'
import { usualRole, roleOf } from './person-role.ts'

type PeopleFilter = Pick<QueryFilter, 'assignee' | 'notAssignee' | 'requester' | 'notRequester'>

export interface PeopleRead {
  filter: PeopleFilter
  /** names that several people share */
  unclear: { name: string; ids: string[]; role: Role }[]
  /** people without an explicit role: taken as assignees */
  unsaid: string[]
}

/** Parses the people of a question by their role. */
export function readPeople(slots: Slots, negated: ReadonlySet<Slot>): PeopleRead {
  const read: PeopleRead = { filter: {}, unclear: [], unsaid: [] }
  if (slots.has('unassigned')) {
    const { slot } = slots.first('unassigned')!
    slots.claim('unassigned')
    add(read.filter, negated.has(slot) ? 'notAssignee' : 'assignee', 'unassigned')
  }
  slots.all.forEach((slot, i) => {
    // "what should I do first": the slot was used for the sort order, but not yet for the person.
    if (slot.isUsed && !(meaningOf(slot, 'me') && meaningOf(slot, 'sort'))) return
    if (slot.people) addPerson(read, slots, i, negated)
    else if (meaningOf(slot, 'me')) addMe(read.filter, slots, i, negated)
  })
  addAssigned(read.filter, slots, negated)
  return read
}

function addPerson(read: PeopleRead, slots: Slots, i: number, negated: ReadonlySet<Slot>): void {
  const slot = slots.all[i]!
  const { ids, name } = slot.people!
  if (isRejecting(slots, i) || isOthersOf(slots, slot) || isChanging(slots, i) || isAskedOfPerson(slots, slot)) return
  const role = isOwnOf(slots, slot) ? 'requester' : roleOf(slots, i)
  if (isAnotherTime(slots, i)) return
  slot.isUsed = true
  const isNot = negated.has(slot)
  if (ids.length > 1) return void read.unclear.push({ name, ids, role: role ?? usualRole(slots, slot) })
  if (role === undefined) read.unsaid.push(ids[0]!)
  add(read.filter, keyOf(role ?? usualRole(slots, slot), isNot), ids[0]!)
}

/** "Samuel's people": teams are not known. */
function isOthersOf(slots: Slots, { end }: Slot): boolean {
  return (
    slots.word(end - 1) === "'s" && /^(people|team|staff|colleagues?|boss|manager|group|unit)$/.test(slots.word(end))
  )
}

/** "rejected by Elena", "what Elena turned down": the person who rejected a request is not stored with it. */
function isRejecting(slots: Slots, i: number): boolean {
  const slot = slots.all[i]!
  const isRejection = (other: Slot | undefined) =>
    other !== undefined && meaningOf(other, 'status')?.status[0] === 'rejected'
  const before = slots.all.find(({ end }) => end === slot.at - 1)
  const next = slots.all[i + 1]
  if (isRejection(before) && slots.word(slot.at - 1) === 'by') return true
  const isOwned = slots.word(slot.end - 1) === "'s"
  return isRejection(next) && !isOwned && !/^(be|been|get|got|was|were|had)$/.test(slots.word(next!.at - 1))
}

/** "changed by Nadia", "what did Nadia update": authors of changes are only in each request's history. */
function isChanging(slots: Slots, i: number): boolean {
  const slot = slots.all[i]!
  const isChange = (other: Slot | undefined) =>
    other !== undefined &&
    meaningOf(other, 'event')?.event === 'updated' &&
    /(?:ed|ify|it|date|touch|change|move)$/.test(slots.word(other.end - 1))
  if (slots.word(slot.at - 1) === 'by' && isChange(slots.all.find(({ end }) => end === slot.at - 1))) return true
  return slots.word(slot.end - 1) !== "'s" && isChange(slots.all.find(({ at }) => at === slot.end))
}

/** "what was I asked to do": the asker is not the requester. */
function isAskedOfPerson(slots: Slots, { at, end }: Slot): boolean {
  return (
    /^(was|were|am|is|are|been)$/.test(slots.word(at - 1)) && /^(asked|told|requested|supposed)$/.test(slots.word(end))
  )
}

/** "were assigned to Elena but are now assigned to Daniel" */
function isAnotherTime(slots: Slots, i: number): boolean {
  const before = slots.all.slice(0, i).findLast(({ people }) => people)
  if (!before) return false
  const between = slots.tokens.slice(before.end, slots.all[i]!.at).map(({ word }) => word)
  return between.some((word) => /^(but|now|then|previously|formerly)$/.test(word))
}

/** "Nadia's own requests" */
function isOwnOf(slots: Slots, { end }: Slot): boolean {
  const own = slots.all.find(({ at }) => at === end)
  if (slots.word(end - 1) !== "'s" || slots.word(end) !== 'own' || !own) return false
  own.isUsed = true
  return true
}

function addMe(filter: PeopleFilter, slots: Slots, i: number, negated: ReadonlySet<Slot>): void {
  const slot = slots.all[i]!
  const meaning = meaningOf(slot, 'me')!
  const word = slots.word(slot.at)
  const role = meaning.role ?? (word === 'my' ? 'requester' : roleOf(slots, i))
  // "I" and "me" alone only name the asker and are no filter.
  if ((role === undefined && !isForMe(slots, slot)) || isAskedOfPerson(slots, slot)) return
  if (word === 'my' && isMySomebody(slots, slot)) return
  slot.isUsed = true
  add(filter, keyOf(role ?? 'assignee', negated.has(slot)), 'me')
}

/** "my boss", "my colleagues": other people. */
function isMySomebody(slots: Slots, { end }: Slot): boolean {
  const next = slots.all.find(({ at }) => at === end)
  const isPerson = next !== undefined && meaningOf(next, 'group') !== undefined
  return (
    isPerson ||
    /^(boss|manager|director|minister|colleagues?|team|department|office|report|slides?|meeting)$/.test(slots.word(end))
  )
}

/** "anything urgent for me", but not "list for me". */
function isForMe(slots: Slots, { at }: Slot): boolean {
  const isServed =
    /^(show|list|get|find|print|do|give|check|look|up|count|tell|explain|pull|compare|draft|out|make|work)$/.test(
      slots.word(at - 2),
    )
  return slots.word(at) === 'me' && slots.word(at - 1) === 'for' && !isServed && at > 1
}

function addAssigned(filter: PeopleFilter, slots: Slots, negated: ReadonlySet<Slot>): void {
  if (filter.assignee || filter.notAssignee) return
  for (const { slot } of slots.of('assigned')) {
    if (slot.isUsed || (meaningOf(slot, 'role') && !negated.has(slot))) continue
    slot.isUsed = true
    add(filter, negated.has(slot) ? 'assignee' : 'notAssignee', 'unassigned')
  }
}

function keyOf(role: Role, isNot: boolean): keyof PeopleFilter {
  if (role === 'assignee') return isNot ? 'notAssignee' : 'assignee'
  return isNot ? 'notRequester' : 'requester'
}

function add(filter: PeopleFilter, key: keyof PeopleFilter, id: string): void {
  filter[key] = [...new Set([...(filter[key] ?? []), id])]
}
