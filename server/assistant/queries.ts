import type { Insertable } from 'kysely'
import type { Reader, Tx } from '../database/db.ts'
import type { Tables } from '../database/tables.ts'

/** Who has how many open requests, most first; `id` null: assigned to nobody. From the counters. */
export async function openByAssignee(reader: Reader, limit: number) {
  const rows = await reader
    .selectFrom('person_counts as c')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.user_id', 'u.first_name', 'u.last_name'])
    .select((row) => row.fn.sum<number>('c.count').as('count'))
    .where('c.kind', '=', 'assignee')
    .where('c.status', 'in', ['pending', 'in_progress'])
    .groupBy(['c.user_id', 'u.first_name', 'u.last_name'])
    .having((row) => row.fn.sum('c.count'), '>', 0)
    .orderBy((row) => row.fn.sum('c.count'), 'desc')
    .orderBy('c.user_id')
    .limit(limit)
    .execute()
  return rows.map(({ user_id, first_name, last_name, count }) => ({
    id: user_id === '' ? null : user_id,
    name: first_name === null || last_name === null ? null : `${first_name} ${last_name}`,
    count: Number(count),
  }))
}

/** Everybody who can be spoken of by name. */
export function listPeople(reader: Reader, limit: number) {
  return reader.selectFrom('users').select(['id', 'first_name', 'last_name']).orderBy('id').limit(limit).execute()
}

export async function findPerson(reader: Reader, id: string) {
  const row = await reader
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { name: `${row.first_name} ${row.last_name}` }
}

export function findConversation(reader: Reader, userId: string) {
  return reader.selectFrom('conversations').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

export async function keepConversation(tx: Tx, row: Tables['conversations']): Promise<void> {
  await tx
    .insertInto('conversations')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ last_at: row.last_at, topic: row.topic }))
    .execute()
}

export function messagesOf(reader: Reader, conversationId: string, limit: number) {
  return reader
    .selectFrom('conversation_messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Who may see these requests depends on their people. */
export function requestsNumbered(reader: Reader, requestIds: string[]) {
  if (requestIds.length === 0) return Promise.resolve([])
  return reader
    .selectFrom('requests')
    .select(['request_id', 'requester_id', 'assigned_to_id'])
    .where('request_id', 'in', requestIds)
    .execute()
}

/** From what an answer was made; undefined once it is forgotten. */
export async function scopeOfMessage(reader: Reader, id: number): Promise<string | null | undefined> {
  const row = await reader.selectFrom('conversation_messages').select('scope').where('id', '=', id).executeTakeFirst()
  return row?.scope
}

export async function insertMessage(tx: Tx, row: Insertable<Tables['conversation_messages']>): Promise<number> {
  const { id } = await tx.insertInto('conversation_messages').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Leaves the newest messages of a conversation. */
export async function forgetOlderMessages(tx: Tx, conversationId: string, most: number): Promise<void> {
  const own = () => tx.selectFrom('conversation_messages').where('conversation_id', '=', conversationId)
  const oldest = await own()
    .select('id')
    .orderBy('id', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  await tx
    .deleteFrom('conversation_messages')
    .where('conversation_id', '=', conversationId)
    .where('id', '<', oldest.id)
    .execute()
}

export async function deleteConversation(tx: Tx, userId: string): Promise<void> {
  const own = await findConversation(tx, userId)
  if (!own) return
  await tx.deleteFrom('conversation_messages').where('conversation_id', '=', own.id).execute()
  await tx.deleteFrom('conversations').where('id', '=', own.id).execute()
}
