import { randomUUID } from 'node:crypto'
import { dateIn } from '../../shared/dates.ts'
import type { FieldValues, NewRequest, ServiceRequest } from '../../shared/requests.ts'
import type { Db } from '../platform/database/db.ts'
import { REQUEST_TABLES } from './empty-tables.ts'
import { addToSearch } from '../requests/search/texts.ts'
import { nextNumber } from '../platform/database/dialect.ts'
import { recordChanges, recordCreation } from '../requests/history/service.ts'
import { changesBetween } from '../requests/changes.ts'
import { countChange } from '../requests/counters/service.ts'
import { readPolicy } from '../settings/service.ts'
import { insertRequest, updateRequest } from '../requests/queries.ts'
import { createAccount } from '../people/accounts/service.ts'
import { newRow, type RequestRow, withValues } from '../requests/row.ts'

type Wanted = Pick<ServiceRequest, 'requesterId'> & Partial<FieldValues & Pick<ServiceRequest, 'createdAt'>>

const DRAFT: NewRequest = {
  title: 'Show the tariff line on the release note',
  description: 'Officers look it up by hand today.',
  priority: 'medium',
  department: 'it',
  dueDate: '2026-04-30',
}

/**
 * Stores a request as the office would: with its number, history, counters and search document. One that isn't pending was
 * moved there by its requester at the moment of its creation.
 */
export async function buildRequest(db: Db, fields: Wanted): Promise<RequestRow> {
  const { timeZone } = await readPolicy(db.read)
  const at = fields.createdAt ?? '2026-03-10T09:00:00.000Z'
  const day = dateIn(timeZone, new Date(at))
  return db.write(async (tx) => {
    const number = await nextNumber(tx)
    const request_id = `RFD-${day.slice(0, 4)}-${String(number).padStart(4, '0')}`
    const key = { number, id: randomUUID(), request_id, requester_id: fields.requesterId, created_at: at }
    const created = withValues(newRow(key, DRAFT), { ...fields, status: 'pending' })
    const { title } = created
    await insertRequest(tx, created)
    await addToSearch(tx, { number, requestId: created.request_id, title, description: created.description })
    const by = { request_number: number, at, actor_id: fields.requesterId }
    await recordCreation(tx, { ...by, version: 1 })
    await countChange(tx, null, created, timeZone)
    if (!fields.status || fields.status === 'pending') return created
    const { after, changes } = changesBetween(created, { status: fields.status }, at)
    await updateRequest(tx, after)
    await recordChanges(tx, { ...by, version: after.version }, changes)
    await countChange(tx, created, after, timeZone)
    return after
  })
}

/** Stores an account that nobody can sign in to, for rows that need a person. @returns its id */
export async function buildPerson(db: Db, at = new Date('2026-03-10T09:00:00.000Z')): Promise<string> {
  const names = { firstName: 'Ada', lastName: 'Quint', username: `ada-${randomUUID().slice(0, 8)}`, email: '' }
  const account = { ...names, role: 'user', department: null, passwordHash: '-' }
  return (await db.write((tx) => createAccount(tx, () => at, account))).id
}

/** Deletes all requests and what belongs to them; people, sessions and settings stay. */
export async function emptyRequests(db: Db): Promise<void> {
  await db.write(async (tx) => {
    for (const table of OF_REQUESTS) await tx.deleteFrom(table).execute()
  })
}

/** Ordered so that no foreign key is violated: children first. */
const OF_REQUESTS = [
  'request_sources',
  'document_proposals',
  'document_readings',
  'batch_items',
  'batches',
  'suggestion_decisions',
  'classifications',
  'suggestions',
  'analyses',
  'ai_progress',
  ...REQUEST_TABLES,
] as const
