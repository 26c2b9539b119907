import { emailKey, usernameKey } from '../../../shared/account-keys.ts'
import { notGrantable } from '../../../shared/granting.ts'
import { nameParts } from '../../../shared/name-parts.ts'
import type { ImportChange, ImportChoices, ImportField, ImportProblem } from '../../../shared/people-import.ts'
import { departmentMeant } from '../../../shared/person-department.ts'
import { fold } from '../../../shared/fold.ts'
import { PersonChange } from '../../../shared/team.ts'
import { parsePermissions } from '../roles/permissions.ts'
import type { PersonRow } from '../queries.ts'
import type { OfficeFacts, Role } from './facts.ts'
import type { FileLine } from './file.ts'
import type { CheckedLine, Plan } from './plan.ts'

/** The lines that have used a username or an address, by its key. */
interface LinesBefore {
  usernames: Map<string, number>
  emails: Map<string, number>
}

interface Context {
  choices: ImportChoices
  facts: OfficeFacts
  /** number of columns */
  width: number
  before: LinesBefore
}

/** What an import would do with a line, after the lines before it. */
export function checkLine({ line, cells }: FileLine, { choices, facts, width, before }: Context): CheckedLine {
  const values = valuesOf(cells, choices)
  const key = usernameKey(values.username)
  const account = facts.accounts.get(key)
  const problems: ImportProblem[] = []
  if (cells.slice(width).some((cell) => cell !== '')) problems.push({ code: 'more-cells-than-columns' })
  if (Object.values(values).some(isFormula)) problems.push({ code: 'formula' })
  const first = before.usernames.get(key)
  if (key !== '' && first !== undefined) problems.push({ code: 'username-in-line', line: first })
  const isUpdate = account !== undefined && choices.updateExisting
  if (account && !isUpdate) problems.push({ code: 'username-taken' })
  const role = roleOf(values.role, { choices, facts })
  const department = departmentOf(values.department, { choices, facts })
  const context = { values, facts, role, before }
  const checked = isUpdate ? checkUpdate(account, { ...context, department: department.name }) : checkNew(context)
  if (values.role !== '' && !role) problems.push({ code: 'role-unknown' })
  if (department.name === undefined) problems.push({ code: 'department-unknown' })
  problems.push(...checked.problems)
  if (key !== '') before.usernames.set(key, first ?? line)
  const address = emailKey(values.email)
  if (address !== '' && !before.emails.has(address)) before.emails.set(address, line)
  const plan: Plan = {
    ...values,
    role: role?.id ?? values.role,
    department: department.name ?? values.department,
    problems,
    notes: [...checked.notes, ...(department.isSuccessor ? (['department-successor'] as const) : [])],
    changes: checked.changes,
    ...(isUpdate && { account: { id: account.id, version: account.version } }),
  }
  const outcome = isUpdate ? (checked.changes.length === 0 ? 'same' : 'update') : 'invite'
  return { line, outcome: problems.length > 0 ? 'refused' : outcome, plan }
}

type Values = Record<Exclude<ImportField, 'fullName'>, string>

function valuesOf(cells: readonly string[], { columns }: ImportChoices): Values {
  const cell = (field: ImportField) => {
    const at = columns[field]
    return at === null ? '' : (cells[at] ?? '')
  }
  const [firstName, lastName] = [cell('firstName'), cell('lastName')]
  const names = firstName || lastName ? { firstName: firstName || lastName, lastName: firstName && lastName } : null
  return {
    ...(names ?? nameParts(cell('fullName'))),
    username: cell('username'),
    email: cell('email'),
    role: cell('role'),
    department: cell('department'),
  }
}

interface Rules {
  values: Values
  facts: OfficeFacts
  role: Role | undefined
  before: LinesBefore
}
type Found = Pick<Plan, 'problems' | 'notes' | 'changes'>

function checkNew({ values, facts, role, before }: Rules): Found {
  const problems = [...invalidIn(values, ['firstName', 'lastName', 'username', 'email'])]
  const address = emailKey(values.email)
  const first = before.emails.get(address)
  const takenBy = facts.accounts.get(usernameKey(values.email))
  if (facts.emails.has(emailKey(values.username))) problems.push({ code: 'username-is-address' })
  if (facts.emails.has(address)) problems.push({ code: 'email-taken' })
  else if (takenBy && values.email !== values.username) problems.push({ code: 'address-is-username' })
  else if (first !== undefined) problems.push({ code: 'email-in-line', line: first })
  if (!role && values.role === '') problems.push({ code: 'missing', field: 'role' })
  if (role && !role.mayGive) problems.push({ code: 'role-above-own' })
  return { problems, notes: [], changes: [] }
}

/** An empty cell changes nothing. The address receives password links, so a file does not change it. */
function checkUpdate(account: PersonRow, rules: Rules & { department: string | undefined }): Found {
  const { values, facts, role, department } = rules
  const problems = invalidIn(values, ['lastName'])
  if (notGrantable(facts.actor, parsePermissions(account.permissions)).length > 0)
    problems.push({ code: 'person-above-own' })
  const now = {
    firstName: account.first_name,
    lastName: account.last_name,
    role: account.role_id,
    department: account.department,
  }
  const hasName = values.firstName !== ''
  const wanted = {
    firstName: hasName ? values.firstName : now.firstName,
    lastName: hasName ? values.lastName : now.lastName,
    role: role?.id ?? now.role,
    department: values.department === '' ? now.department : (department ?? now.department) || null,
  }
  const fields = ['firstName', 'lastName', 'role', 'department'] as const
  const changes: ImportChange[] = fields
    .filter((field) => wanted[field] !== now[field])
    .map((field) => ({ field, from: now[field], to: wanted[field] }))
  if (wanted.role !== now.role && account.id === facts.actor.id) problems.push({ code: 'own-role' })
  if (wanted.role !== now.role && role && !role.mayGive) problems.push({ code: 'role-above-own' })
  const notes: Found['notes'] = []
  if (values.email !== '' && emailKey(values.email) !== emailKey(account.email)) notes.push('email-kept')
  if (account.deactivated_at !== null) notes.push('inactive')
  return { problems, notes, changes }
}

function invalidIn(
  values: Values,
  fields: readonly (keyof typeof PersonChange.shape & keyof Values)[],
): ImportProblem[] {
  return fields.flatMap((field) => {
    const issue = PersonChange.shape[field].safeParse(values[field]).error?.issues[0]
    if (!issue) return []
    const code = issue.code === 'too_big' ? 'too-long' : values[field] === '' ? 'missing' : 'invalid'
    return [{ code, field } as const]
  })
}

/** The role that a text names, or that is chosen for it. */
export function roleOf(text: string, { choices, facts }: Pick<Context, 'choices' | 'facts'>): Role | undefined {
  const chosen = choices.roles.find((choice) => choice.text === text)?.role
  return facts.roles.get(fold(chosen ?? text))
}

/** The department's name; empty: none; undefined: the office has no such department, and nothing is chosen for it. */
export function departmentOf(
  text: string,
  { choices, facts: { departments } }: Pick<Context, 'choices' | 'facts'>,
): { name: string | undefined; isSuccessor: boolean } {
  const chosen = choices.departments.find((choice) => choice.text === text)?.department
  if (text === '' || chosen === '') return { name: '', isSuccessor: false }
  const meant = departmentMeant(departments, chosen ?? text)
  const present = meant ? departments.presentOf(meant.key) : null
  if (present === null) return { name: undefined, isSuccessor: false }
  return { name: departments.nameOf(present), isSuccessor: present !== meant?.key }
}

/** Whether a spreadsheet would treat a cell as a formula. */
function isFormula(cell: string): boolean {
  return /^[=+\-@\t\r]/.test(cell)
}
