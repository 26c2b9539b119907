import type { ImportRow } from '../../shared/people-import.ts'
import { emailKey, usernameKey } from '../../shared/account-keys.ts'
import { Departments } from '../../shared/departments.ts'
import { notGrantable } from '../../shared/granting.ts'
import { departmentMeant } from '../../shared/person-department.ts'
import { NewPerson } from '../../shared/team.ts'
import type { Actor } from '../actor.ts'
import type { Reader } from '../database/db.ts'
import { parsePermissions } from '../roles/permissions.ts'
import { emailHolders } from '../users/service.ts'
import { type FileRow, isFormula } from './import-file.ts'
import { listRoles, takenKeys } from './queries.ts'

interface OfficeFacts {
  /** role by id and by name, in lower case */
  roles: Map<string, { id: string; mayGive: boolean }>
  /** keys of existing usernames */
  taken: Set<string>
  /** keys of existing accounts' addresses */
  takenEmails: Set<string>
  departments: Departments
}

export async function readOffice(reader: Reader, actor: Actor, file: FileRow[]): Promise<OfficeFacts> {
  const keys = file.map(({ cells }) => usernameKey(cells.username))
  const emails = file.map(({ cells }) => cells.email)
  const [rows, taken, holders] = await Promise.all([
    listRoles(reader),
    takenKeys(reader, keys),
    emailHolders(reader, emails),
  ])
  const roles = rows.flatMap(({ id, name, permissions }) => {
    const role = { id, mayGive: notGrantable(actor, parsePermissions(permissions)).length === 0 }
    return [id, name].map((key) => [key.toLowerCase(), role] as const)
  })
  return {
    roles: new Map(roles),
    taken,
    takenEmails: new Set(holders.map(({ email_key }) => email_key)),
    departments: new Departments(actor.user.departments),
  }
}

/** What the lines before one have used. */
interface LinesBefore {
  keys: Set<string>
  emails: Set<string>
}

export function rowsOf(file: FileRow[], office: OfficeFacts): ImportRow[] {
  const before = { keys: new Set<string>(), emails: new Set<string>() }
  return file.map((row) => previewOf(row, office, before))
}

function previewOf({ line, cells }: FileRow, office: OfficeFacts, before: LinesBefore): ImportRow {
  const role = office.roles.get(cells.role.toLowerCase())
  const person = {
    fullName: cells['full name'],
    username: cells.username,
    email: cells.email,
    role: role?.id ?? cells.role,
    department: cells.department,
  }
  const key = usernameKey(cells.username)
  const problems = (NewPerson.safeParse(person).error?.issues ?? []).map(({ message }) => message)
  if (Object.values(cells).some(isFormula)) problems.push('A cell must not begin with = + - or @')
  if (cells.role !== '' && !role) problems.push('There is no such role')
  if (role && !role.mayGive) problems.push('This role may do more than you')
  if (office.taken.has(key)) problems.push('Another account has this username, or one that looks like it')
  if (key !== '' && before.keys.has(key)) problems.push('A line before has this username, or one that looks like it')
  const department = cells.department === '' ? undefined : departmentMeant(office.departments, cells.department)
  if (cells.department !== '' && department?.retiredAt !== null) problems.push('The office has no such department')
  const address = emailKey(cells.email)
  if (office.takenEmails.has(address)) problems.push('Another account has this email address')
  if (address !== '' && before.emails.has(address)) problems.push('A line before has this email address')
  before.keys.add(key)
  before.emails.add(address)
  return { line, ...person, problems, notes: [] }
}
