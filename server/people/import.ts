import { setImmediate as nextTurn } from 'node:timers/promises'
import { usernameKey } from '../../shared/account-keys.ts'
import { notGrantable } from '../../shared/granting.ts'
import { fullName } from '../../shared/people.ts'
import {
  type Imported,
  type ImportPreview,
  type ImportRow,
  nameParts,
  NewPerson,
  type PeopleImport,
} from '../../shared/team.ts'
import { withToken } from '../account-links/service.ts'
import type { Actor } from '../actor.ts'
import type { Reader, Tx } from '../database/db.ts'
import { AppError } from '../errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../idempotency/idempotent-call.ts'
import { parsePermissions } from '../roles/permissions.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { type FileRow, isFormula, readImportFile } from './import-file.ts'
import { listRoles, takenEmails, takenKeys } from './queries.ts'
import { MANAGE, recheckingPermission } from './rights.ts'
import { createInvited, takenIfNotUnique } from './service.ts'

/** People invited in one turn of the event loop, so that other calls are served in between. */
const PEOPLE_PER_YIELD = 5

/** The result of importing this file, line by line; nothing is stored. */
export async function previewImport({ db }: Pick<Deps, 'db'>, actor: Actor, csv: string): Promise<ImportPreview> {
  requirePermission(actor, ...MANAGE)
  const file = readImportFile(csv)
  const office = await readOffice(db.read, actor, file)
  return { rows: rowsOf(file, office) }
}

interface OfficeFacts {
  /** role by id and by name, in lower case */
  roles: Map<string, { id: string; mayGive: boolean }>
  /** keys of existing usernames */
  taken: Set<string>
  /** addresses of existing accounts, in lower case */
  takenEmails: Set<string>
  /** names of its departments, in lower case */
  departments: Set<string>
}

async function readOffice(reader: Reader, actor: Actor, file: FileRow[]): Promise<OfficeFacts> {
  const keys = file.map(({ cells }) => usernameKey(cells.username))
  const emails = file.map(({ cells }) => cells.email.toLowerCase())
  const [rows, taken, takenBefore] = await Promise.all([
    listRoles(reader),
    takenKeys(reader, keys),
    takenEmails(reader, emails),
  ])
  const roles = rows.flatMap(({ id, name, permissions }) => {
    const role = { id, mayGive: notGrantable(actor, parsePermissions(permissions)).length === 0 }
    return [id, name].map((key) => [key.toLowerCase(), role] as const)
  })
  const active = actor.user.departments.filter(({ retiredAt }) => retiredAt === null)
  const departments = new Set(active.map(({ name }) => name.toLowerCase()))
  return { roles: new Map(roles), taken, takenEmails: takenBefore, departments }
}

/** What the lines before one have used. */
interface LinesBefore {
  keys: Set<string>
  emails: Set<string>
}

function rowsOf(file: FileRow[], office: OfficeFacts): ImportRow[] {
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
  const notes = notesOn(cells, office, before)
  before.keys.add(key)
  before.emails.add(cells.email.toLowerCase())
  return { line, ...person, problems, notes }
}

/** A shared address and a department of another spelling may be meant, so they are accepted. */
function notesOn({ email, department }: FileRow['cells'], office: OfficeFacts, before: LinesBefore): string[] {
  const address = email.toLowerCase()
  const notes = []
  if (office.takenEmails.has(address)) notes.push('Another account has this email address')
  if (address !== '' && before.emails.has(address)) notes.push('A line before has this email address')
  if (department !== '' && !office.departments.has(department.toLowerCase()))
    notes.push('The office has no department of this name')
  return notes
}

/**
 * Invites all people that the preview would, or none.
 * @throws AppError `bad-input` for an invalid file; `stale-preview` if the preview is no longer accurate; `username-taken`
 * if a username was taken concurrently
 */
export async function importPeople(
  deps: Deps,
  actor: Actor,
  { csv, people }: PeopleImport,
  once: IdempotentCall = WITHOUT_KEY,
): Promise<Imported> {
  requirePermission(actor, ...MANAGE)
  const { db, config } = deps
  const file = readImportFile(csv)
  const made = await takenIfNotUnique(
    db.write((tx) =>
      once.run(tx, () =>
        recheckingPermission(tx, actor, async () => {
          const rows = rowsOf(file, await readOffice(tx, actor, file))
          const ready = rows.filter(({ problems }) => problems.length === 0)
          if (ready.length !== people) throw stale()
          return inviteAll(tx, deps, actor, ready)
        }),
      ),
    ),
  )
  return { invited: made.map(({ link, ...person }) => ({ ...person, link: withToken(link, config) })) }
}

async function inviteAll(tx: Tx, deps: Deps, actor: Actor, rows: ImportRow[]) {
  const made = []
  for (const [i, { line: _, problems: __, notes: ___, ...person }] of rows.entries()) {
    if (i % PEOPLE_PER_YIELD === PEOPLE_PER_YIELD - 1) await nextTurn()
    const { link } = await createInvited(tx, deps, actor, person)
    const { username, email } = person
    made.push({ fullName: fullName(nameParts(person.fullName)), username, email, link })
  }
  return made
}

function stale(): AppError {
  const message = 'Accounts or roles have changed since you looked at this file. Nobody was invited; please look again.'
  return new AppError('stale-preview', message)
}
