import { setImmediate as nextTurn } from 'node:timers/promises'
import { usernameKey } from '../../shared/account-keys.ts'
import { notGrantable } from '../../shared/granting.ts'
import { type Imported, type ImportPreview, type ImportRow, NewPerson, type PeopleImport } from '../../shared/team.ts'
import { withToken } from '../account-links/service.ts'
import type { Actor } from '../actor.ts'
import type { Reader, Tx } from '../database/db.ts'
import { AppError } from '../errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../idempotency/idempotent-call.ts'
import { parsePermissions } from '../roles/permissions.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { type FileRow, isFormula, readImportFile } from './import-file.ts'
import { listRoles, takenKeys } from './queries.ts'
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
}

async function readOffice(reader: Reader, actor: Actor, file: FileRow[]): Promise<OfficeFacts> {
  const keys = file.map(({ cells }) => usernameKey(cells.username))
  const [rows, taken] = await Promise.all([listRoles(reader), takenKeys(reader, keys)])
  const roles = rows.flatMap(({ id, name, permissions }) => {
    const role = { id, mayGive: notGrantable(actor, parsePermissions(permissions)).length === 0 }
    return [id, name].map((key) => [key.toLowerCase(), role] as const)
  })
  return { roles: new Map(roles), taken }
}

function rowsOf(file: FileRow[], office: OfficeFacts): ImportRow[] {
  const seen = new Set<string>()
  return file.map((row) => previewOf(row, office, seen))
}

function previewOf({ line, cells }: FileRow, office: OfficeFacts, seen: Set<string>): ImportRow {
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
  if (key !== '' && seen.has(key)) problems.push('A line before has this username, or one that looks like it')
  seen.add(key)
  return { line, ...person, problems }
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
  for (const [i, { line: _, problems: __, ...person }] of rows.entries()) {
    if (i % PEOPLE_PER_YIELD === PEOPLE_PER_YIELD - 1) await nextTurn()
    const { link } = await createInvited(tx, deps, actor, person)
    const { fullName, username, email } = person
    made.push({ fullName, username, email, link })
  }
  return made
}

function stale(): AppError {
  const message = 'Accounts or roles have changed since you looked at this file. Nobody was invited; please look again.'
  return new AppError('stale-preview', message)
}
