import { sql } from 'kysely'
import type { Tx } from '../server/platform/database/db.ts'
import { openDatabase } from '../server/platform/database/open.ts'
import { rebuildCounters } from '../server/requests/counters/rebuild.ts'
import { permissionsToStore } from '../server/people/roles/permissions.ts'
import { readPolicy } from '../server/settings/service.ts'
import { createAccount } from '../server/people/accounts/service.ts'
import { fold } from '../shared/fold.ts'
import { BUILT_IN_ROLES } from '../shared/permissions.ts'
import { FIRST_NAMES, LAST_NAMES } from '../seeds/large/vocabulary.ts'
import type { Place } from './databases.ts'

/** Target counts after growing. */
export interface Wanted {
  people: number
  roles: number
  departments: number
  auditEntries: number
}

/** Rows per insert, well below the parameter limit of either engine. */
const INSERTED = 1000

/**
 * Gives an office more people, roles, departments and audit log entries; no server may be running on it. The number of requests
 * stays the same; they are spread evenly over all departments and people.
 */
export async function growOffice({ dataDir, databaseUrl }: Place, size: Wanted): Promise<void> {
  const db = await openDatabase({ dataDir, databaseUrl, withoutTimeouts: true })
  try {
    const { timeZone } = await readPolicy(db.read)
    await db.write(async (tx) => {
      await addRoles(tx, size.roles)
      await addDepartments(tx, size.departments)
      await addPeople(tx, size.people)
      await spreadRequests(tx)
      await rebuildCounters(tx, timeZone)
    })
    await db.write((tx) => addAuditEntries(tx, size.auditEntries))
    // Without table statistics, PostgreSQL plans blindly until its next autovacuum.
    if (db.engine === 'postgres') await db.write(async (tx) => void (await sql`analyze`.execute(tx)))
  } finally {
    await db.close()
  }
}

const now = () => new Date()

/** Half of them have the permissions of a manager, whose duties conflict (separation of duties). */
async function addRoles(tx: Tx, count: number): Promise<void> {
  const there = (await tx.selectFrom('roles').select('id').execute()).length
  for (let i = there; i < count; i++) {
    const { permissions } = BUILT_IN_ROLES[i % 2 === 0 ? 'user' : 'manager']
    const role = {
      id: `officer-${i}`,
      name: `Officer of section ${i}`,
      description: 'Reads and answers what comes to the section.',
      permissions: permissionsToStore(permissions),
      created_at: now().toISOString(),
    }
    await tx.insertInto('roles').values(role).execute()
  }
}

async function addDepartments(tx: Tx, count: number): Promise<void> {
  const there = (await tx.selectFrom('departments').select('key').execute()).length
  for (let position = there; position < count; position++) {
    const name = `${LAST_NAMES[position % LAST_NAMES.length]} Customs Station ${position}`
    const row = { key: `station-${position}`, name, name_key: fold(name), position, created_at: now().toISOString() }
    await tx
      .insertInto('departments')
      .values({ ...row, retired_at: null, successor: null })
      .execute()
  }
}

/** One in twenty has only been invited, one in twenty has been deactivated. */
async function addPeople(tx: Tx, count: number): Promise<void> {
  const there = (await tx.selectFrom('users').select('id').execute()).length
  const roles = await tx.selectFrom('roles').select('id').where('id', '!=', 'admin').orderBy('id').execute()
  const departments = await tx.selectFrom('departments').select('name').orderBy('key').execute()
  for (let i = there; i < count; i++) {
    const firstName = FIRST_NAMES[i % FIRST_NAMES.length]!
    const lastName = LAST_NAMES[(i * 7) % LAST_NAMES.length]!
    const username = `${firstName}.${lastName}.${i}`.toLowerCase()
    const { id } = await createAccount(tx, now, {
      firstName,
      lastName,
      username,
      email: `${username}@customs.example`,
      department: departments[i % departments.length]!.name,
      role: roles[i % roles.length]!.id,
      passwordHash: i % 20 === 1 ? null : '-',
      isDemo: true,
    })
    const at = daysAgo(i % 300)
    const left = i % 20 === 2 ? { deactivated_at: at } : {}
    await tx
      .updateTable('users')
      .set({ last_login_at: at, last_active_at: at, ...left })
      .where('id', '=', id)
      .execute()
  }
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

async function spreadRequests(tx: Tx): Promise<void> {
  const departments = sql`(select key, row_number() over (order by key) - 1 as place from departments) as department`
  const people = sql`(select id, row_number() over (order by id) - 1 as place from users) as person`
  await sql`update requests set department = department.key, requester_id = person.id,
      assigned_to_id = case when assigned_to_id is null then null else person.id end
    from ${departments}, ${people}
    where department.place = requests.number % (select count(*) from departments)
      and person.place = requests.number % (select count(*) from users)`.execute(tx)
}

/** About a year of entries, most of them sign-ins and changes of requests. */
async function addAuditEntries(tx: Tx, count: number): Promise<void> {
  const people = await tx.selectFrom('users').select('id').orderBy('id').execute()
  const requests = await tx.selectFrom('requests').select(['id', 'request_id']).orderBy('number').execute()
  for (let from = 0; from < count; from += INSERTED) {
    const entries = Array.from({ length: Math.min(INSERTED, count - from) }, (_, n) => {
      const i = from + n
      const at = new Date(Date.now() - (count - i) * 300_000).toISOString()
      const by = { at, actor_id: people[i % people.length]!.id, address: `10.1.${i % 200}.${i % 250}` }
      if (i % 2 === 0) return { ...by, action: 'session.started', target_type: null, target_id: null, details: '{}' }
      const { id, request_id } = requests[i % requests.length]!
      const details = JSON.stringify({ requestId: request_id, priority: { from: 'low', to: 'high' } })
      return { ...by, action: 'request.updated', target_type: 'request', target_id: id, details }
    })
    await tx.insertInto('audit_log').values(entries).execute()
  }
}
