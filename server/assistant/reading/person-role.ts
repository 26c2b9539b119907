import type { Role } from '../grammar/meaning.ts'
import { meaningOf, type Slot, type Slots } from './slots.ts'

/** The default role: Kiri is the requester of "Kiri's requests", as in "my requests", and the assignee in "for Kiri". */
export function usualRole(slots: Slots, slot: Slot): Role {
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

/** Maximum distance of a verb from its person, in slots. */
const NEAR = 4

/** A person's role by the surrounding words, first those before, as in "submitted by Elena". */
export function roleOf(slots: Slots, i: number): Role | undefined {
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
