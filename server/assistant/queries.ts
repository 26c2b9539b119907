import type { Insertable } from 'kysely'
import type { Reader, Tx } from '../platform/database/db.ts'
import type { Tables } from '../platform/database/tables.ts'

/** People who can be named in questions. */
export function listPeople(reader: Reader, limit: number) {
  return reader.selectFrom('users').select(['id', 'first_name', 'last_name']).orderBy('id').limit(limit).execute()
}

/** The reason for a request's last move to a status; null where none was given. */
export async function reasonOf(reader: Reader, number: number, status: string): Promise<string | null> {
  const row = await reader
    .selectFrom('request_history')
    .select('reason')
    .where('request_number', '=', number)
    .where('field', '=', 'status')
    .where('new_value', '=', status)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.reason ?? null
}

/** People by id. */
export function peopleNamed(reader: Reader, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([])
  return reader.selectFrom('users').select(['id', 'first_name', 'last_name']).where('id', 'in', ids).execute()
}

/** Requests by running number. */
export function idsOfNumbers(reader: Reader, numbers: readonly number[]) {
  if (numbers.length === 0) return Promise.resolve([])
  return reader.selectFrom('requests').select(['number', 'request_id']).where('number', 'in', numbers).execute()
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

/** Requester and assignee of requests, which determine their visibility. */
export function requestsNumbered(reader: Reader, requestIds: string[]) {
  if (requestIds.length === 0) return Promise.resolve([])
  return reader
    .selectFrom('requests')
    .select(['request_id', 'requester_id', 'assigned_to_id'])
    .where('request_id', 'in', requestIds)
    .execute()
}

/** The scope of a stored answer; undefined once it has been deleted. */
export async function scopeOfMessage(reader: Reader, id: number): Promise<string | null | undefined> {
  const row = await reader.selectFrom('conversation_messages').select('scope').where('id', '=', id).executeTakeFirst()
  return row?.scope
}

export async function insertMessage(tx: Tx, row: Insertable<Tables['conversation_messages']>): Promise<number> {
  const { id } = await tx.insertInto('conversation_messages').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Deletes all but the newest messages of a conversation. */
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

/** @returns false when there was none */
export async function deleteConversation(tx: Tx, userId: string): Promise<boolean> {
  const own = await findConversation(tx, userId)
  if (!own) return false
  await tx.deleteFrom('conversation_messages').where('conversation_id', '=', own.id).execute()
  await tx.deleteFrom('conversations').where('id', '=', own.id).execute()
  return true
}
