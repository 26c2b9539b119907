import type { QueryFilter } from '../../../shared/assistant/query.ts'
import type { Role } from '../grammar/meaning.ts'
import { meaningOf, type Slot, type Slots } from './slots.ts'

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

/** The default role: Kiri is the requester of "Kiri's requests", as in "my requests", and the assignee in "for Kiri". */
function usualRole(slots: Slots, slot: Slot): Role {
  const { at, end } = slot
  // "the requests of Awa that Elena is working on"
  const isOthersWork = slots.all.some((other) => other.people && other.at > at && !isJoinedTo(slots, other))
  if (slots.word(at - 1) === 'of' && isOthersWork) return 'requester'
  // "Daniel's average turnaround" is about assigned requests.
  if (slots.has('measure', ({ measure }) => measure === 'duration') && !slots.has('noun')) return 'assignee'
  // "what is Sunniva waiting for"
  if (/^wait(s|ing)?$/.test(slots.word(end))) return 'requester'
  if (/^(work|workload|tasks?|queue|desk|plate|backlog|todo|assignments?|job|jobs)$/.test(slots.word(end)))
    return 'assignee'
  return slots.word(end - 1) === "'s" ? 'requester' : 'assignee'
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

/** Maximum distance of a verb from its person, in slots. */
const NEAR = 4

/** A person's role by the surrounding words, first those before, as in "submitted by Elena". */
function roleOf(slots: Slots, i: number): Role | undefined {
  const before = slots.all.slice(Math.max(0, i - NEAR), i).reverse()
  const after = slots.all.slice(i + 1, i + 1 + NEAR)
  // "Tomas's requests that were finished late": Tomas is the requester, regardless of who finished them.
  if (slots.word(slots.all[i]!.end - 1) === "'s" && after[0]?.at === slots.all[i]!.end && isRequests(slots, after[0]))
    return 'requester'
  const direct = before[0] && roleIn(before[0])
  if (direct) return claim(before[0]!, direct)
  const from = slots.word(slots.all[i]!.at - 1)
  if (from === 'by' || from === 'from') {
    const verb = before.find((slot) => doneBy(slot))
    if (verb) return claim(verb, doneBy(verb)!)
    return 'requester'
  }
  for (const slot of after) {
    // "I was wondering how many …": the verbs after the measure are not the asker's.
    if (meaningOf(slot, 'measure') && meaningOf(slots.all[i]!, 'me')) break
    // "Lucia's requests handled by Elena": the role is Elena's.
    if (meaningOf(slot, 'role') && slots.all.some(({ people, at }) => people && at === slot.end)) break
    // "the requests of Awa that Elena is working on": the verb is Elena's.
    if (slot.people && !isJoinedTo(slots, slot)) break
    if (slot.people || slot.period || meaningOf(slot, 'or') || meaningOf(slot, 'and')) continue
    const role = roleIn(slot) ?? doneBy(slot)
    if (role) return claim(slot, role)
  }
  for (const slot of before) {
    if (slot.people) continue
    const role = roleIn(slot)
    if (role) return claim(slot, role)
  }
  return undefined
}

/** "Awa and Elena", "Awa, Elena", "Awa or me" */
function isJoinedTo(slots: Slots, { at }: Slot): boolean {
  return /^(and|or|,|&|\+|\/|nor|plus|vs|versus|than|with|to|against)$/.test(slots.word(at - 1))
}

function isRequests(slots: Slots, slot: Slot): boolean {
  return meaningOf(slot, 'noun') !== undefined && /^(requests|tickets|rfds|submissions)$/.test(slots.word(slot.end - 1))
}

function claim(slot: Slot, role: Role): Role {
  // Statuses and events are marked by the rules for their own meaning.
  if (meaningOf(slot, 'role')) slot.isUsed = true
  return role
}

function roleIn(slot: Slot): Role | undefined {
  return (
    meaningOf(slot, 'role')?.role ??
    meaningOf(slot, 'event')?.role ??
    (meaningOf(slot, 'workload') ? 'assignee' : undefined)
  )
}

/** Assignees finish, requesters withdraw. */
function doneBy(slot: Slot): Role | undefined {
  const status = meaningOf(slot, 'status')
  // The person who rejected a request is not stored with it.
  if (status?.status[0] === 'rejected') return undefined
  if (status?.event === undefined) return roleIn(slot)
  return status.status[0] === 'cancelled' ? 'requester' : 'assignee'
}
