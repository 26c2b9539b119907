import type { Tone } from '../../../ui/classes.ts'
import type {
  ImportChange,
  ImportField,
  ImportLine,
  ImportNote,
  ImportOutcome,
  ImportProblem,
  PeopleImport,
} from '../../../../shared/people-import.ts'

export const FIELD_LABELS: Record<ImportField, string> = {
  fullName: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  username: 'Username',
  email: 'Email',
  role: 'Role',
  department: 'Department',
}

const INVALID: Partial<Record<ImportField, string>> = {
  username: 'A username can only contain letters, digits and . _ @ -',
  email: 'This is not a valid email address',
}

type Words = (problem: ImportProblem, label: string) => string
const PROBLEMS: Record<ImportProblem['code'], Words> = {
  missing: (_, label) => `${label} is missing`,
  'too-long': (_, label) => `${label} is too long`,
  invalid: ({ field }, label) => (field && INVALID[field]) ?? `${label} contains characters that cannot be stored`,
  formula: () => 'A cell must not begin with = + - or @',
  'more-cells-than-columns': () => 'The line has more cells than the file has columns. Is a comma not in quotes?',
  'role-unknown': () => 'There is no such role',
  'role-above-own': () => 'This role may do more than you',
  'department-unknown': () => 'The office has no such department',
  'username-taken': () => 'Another account has this username, or one that looks like it',
  'email-taken': () => 'Another account has this email address',
  'username-is-address': () => 'The username is the email address of another account',
  'address-is-username': () => 'The email address is the username of another account',
  'username-in-line': ({ line }) => `Line ${line} has this username, or one that looks like it`,
  'email-in-line': ({ line }) => `Line ${line} has this email address`,
  'own-role': () => 'You cannot change your own role',
  'person-above-own': () => 'This person may do more than you',
  'changed-meanwhile': () => 'This account or its role has changed since the file was checked',
  gone: () => 'This account does not exist any more',
  'last-administrator': () => 'Nobody would be left who can manage roles and people',
}

export function problemWords(problem: ImportProblem): string {
  return PROBLEMS[problem.code](problem, problem.field ? FIELD_LABELS[problem.field] : 'A cell')
}

export const NOTE_WORDS: Record<ImportNote, string> = {
  'email-kept': 'The email address is another one here; a file does not change it',
  inactive: 'This account is deactivated, and stays so',
  'department-successor': 'The department of the file has been retired; this is its successor',
}

const OUTCOMES: Record<ImportOutcome, { tone: Tone; planned: string; done: string }> = {
  invite: { tone: 'green', planned: 'Will be invited', done: 'Invited' },
  update: { tone: 'blue', planned: 'Will be changed', done: 'Changed' },
  same: { tone: 'grey', planned: 'No change', done: 'No change' },
  refused: { tone: 'red', planned: 'Left out', done: 'Left out' },
}

/** A line that an ended import was to store, but did not reach, is neither planned nor done. */
export function outcomeOf(
  { outcome, isDone }: ImportLine,
  state: PeopleImport['state'],
): { tone: Tone; words: string } {
  const { tone, planned, done } = OUTCOMES[outcome]
  const isWrite = outcome === 'invite' || outcome === 'update'
  if (isWrite && !isDone && (state === 'done' || state === 'stopped')) return { tone: 'grey', words: 'Not reached' }
  return { tone, words: isDone ? done : planned }
}

/** "Role: User → Manager". @param nameOf the name of a role */
export function changeWords({ field, from, to }: ImportChange, nameOf: (role: string) => string): string {
  const say = (value: string | null) => (!value ? 'none' : field === 'role' ? nameOf(value) : value)
  return `${FIELD_LABELS[field]}: ${say(from)} → ${say(to)}`
}
