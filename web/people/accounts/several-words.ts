import type { LeftOutReason, PersonActionKind } from '../../../shared/people-changes.ts'
import { peopleWords } from '../roles/people-words.ts'

/** The actions on several people, in the order of their buttons. */
export const ACTIONS: readonly { kind: PersonActionKind; label: string }[] = [
  { kind: 'invitation', label: 'New invitation links' },
  { kind: 'role', label: 'Set role' },
  { kind: 'department', label: 'Set department' },
  { kind: 'sessions', label: 'End sessions' },
  { kind: 'deactivation', label: 'Deactivate' },
]

export function labelOf(kind: PersonActionKind): string {
  return ACTIONS.find((action) => action.kind === kind)!.label
}

const EFFECTS: Record<PersonActionKind, string> = {
  invitation: 'will get a new invitation link. Earlier links stop working.',
  role: 'will get this role.',
  department: 'will be in this department.',
  sessions: 'will be signed out everywhere.',
  deactivation: 'will be signed out at once, and their links stop working. You can reactivate them at any time.',
}

export function effectWords(kind: PersonActionKind, people: number): string {
  return people === 0 ? 'Nobody would be changed.' : `${peopleWords(people)} ${EFFECTS[kind]}`
}

const DONE: Record<PersonActionKind, (people: number) => string> = {
  invitation: (people) => (people === 1 ? '1 new invitation link' : `New links for ${peopleWords(people)}`),
  role: (people) => `${peopleWords(people)} changed`,
  department: (people) => `${peopleWords(people)} changed`,
  sessions: (people) => `${peopleWords(people)} signed out`,
  deactivation: (people) => `${peopleWords(people)} deactivated`,
}

export function doneWords(kind: PersonActionKind, people: number): string {
  return people === 0 ? 'Nobody was changed' : DONE[kind](people)
}

/** After "left out:". */
export const REASON_WORDS: Record<LeftOutReason, string> = {
  oneself: 'your own account',
  'may-do-more': 'may do more than you',
  'not-invited': 'have accepted their invitation',
  invited: 'have not accepted their invitation yet',
  inactive: 'deactivated',
  same: 'have it already',
  'takes-over': 'takes over the open requests',
  gone: 'no longer exist',
  'last-administrator': 'nobody could manage roles and people any more',
  'not-allowed': 'you are no longer allowed to change them',
  changed: 'changed by somebody else meanwhile',
}
