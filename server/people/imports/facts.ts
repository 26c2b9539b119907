import { yieldFairly } from '../../platform/fairness/yield-fairly.ts'
import { usernameKey } from '../../../shared/account-keys.ts'
import { Departments } from '../../../shared/departments.ts'
import { fold } from '../../../shared/fold.ts'
import { notGrantable } from '../../../shared/granting.ts'
import type { ImportChoices } from '../../../shared/people-import.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Reader } from '../../platform/database/db.ts'
import { parsePermissions } from '../roles/permissions.ts'
import { emailHolders } from '../accounts/service.ts'
import { listRoles, peopleByKeys, type PersonRow } from '../queries.ts'
import type { FileLine } from './file.ts'

/** Accounts read by one query. */
const CHUNK = 250

export interface Role {
  id: string
  mayGive: boolean
}
/** What the office has, as far as a file is about it. */
export interface OfficeFacts {
  actor: Actor
  /** by id and by name, folded */
  roles: ReadonlyMap<string, Role>
  departments: Departments
  /** by key of the username */
  accounts: ReadonlyMap<string, PersonRow>
  /** keys of the addresses that accounts have, of those in the file */
  emails: ReadonlySet<string>
}

export async function readFacts(
  reader: Reader,
  actor: Actor,
  lines: readonly FileLine[],
  { columns }: ImportChoices,
): Promise<OfficeFacts> {
  const roles = new Map<string, Role>()
  for (const { id, name, permissions } of await listRoles(reader)) {
    const role = { id, mayGive: notGrantable(actor, parsePermissions(permissions)).length === 0 }
    for (const key of [name, id]) roles.set(fold(key), role)
  }
  const accounts = new Map<string, PersonRow>()
  const emails = new Set<string>()
  for (let from = 0; from < lines.length; from += CHUNK) {
    await yieldFairly()
    const some = lines.slice(from, from + CHUNK)
    const cellsOf = (at: number | null) => some.flatMap(({ cells }) => (at === null ? [] : (cells[at] ?? [])))
    // An address may be somebody's username, and the other way round: at sign-in either names an account.
    const names = [...cellsOf(columns.username), ...cellsOf(columns.email)]
    for (const { username_key, ...person } of await peopleByKeys(reader, names.map(usernameKey)))
      accounts.set(username_key, person)
    for (const { email_key } of await emailHolders(reader, names)) emails.add(email_key)
  }
  return { actor, roles, departments: new Departments(actor.user.departments), accounts, emails }
}
