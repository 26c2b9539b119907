import { sql } from 'kysely'
import type { Reader } from '../platform/database/db.ts'

/** Characters of a comment in which a question is looked for. */
const READ_OF_COMMENT = 20_000

/** The queries behind `loadFacts`; built only, because the replay of a week runs them in a worker. */

export function requestsQuery(db: Reader, numbers: readonly number[]) {
  return db
    .selectFrom('requests')
    .select(['number', 'requester_id', 'assigned_to_id', 'department'])
    .where('number', 'in', numbers)
}

/** Every change of assignee and department, by request in order. */
export function movesQuery(db: Reader, numbers: readonly number[]) {
  return db
    .selectFrom('request_history')
    .select(['id', 'request_number', 'field', 'old_value', 'new_value'])
    .where('request_number', 'in', numbers)
    .where('field', 'in', ['assignedTo', 'department'])
    .where('action', '=', 'updated')
    .orderBy('request_number')
    .orderBy('id')
}

/** Who commented on a request, and when first. */
export function commentersQuery(db: Reader, numbers: readonly number[]) {
  return db
    .selectFrom('comments')
    .select((row) => ['request_number', 'author_id', row.fn.min('created_at').as('first_at')])
    .where('request_number', 'in', numbers)
    .groupBy(['request_number', 'author_id'])
}

export function choicesQuery(db: Reader, numbers: readonly number[]) {
  return db
    .selectFrom('request_watches')
    .select(['request_number', 'person_id', 'after_id', 'watches'])
    .where('request_number', 'in', numbers)
    .orderBy('after_id')
}

/** The comments of history entries. */
export function commentsQuery(db: Reader, entryIds: readonly number[]) {
  return db
    .selectFrom('request_history as h')
    .innerJoin('comments as c', 'c.id', 'h.comment_id')
    .select(['h.id as entry_id', 'h.action', 'c.id', 'c.author_id', 'c.is_internal'])
    .select(sql<string>`substr(c.comment, 1, ${sql.lit(READ_OF_COMMENT)})`.as('comment'))
    .where('h.id', 'in', entryIds)
}

/** Whom comments mention or have mentioned, and since which edit. */
export function mentionsQuery(db: Reader, commentIds: readonly string[]) {
  return db
    .selectFrom('comment_mentions')
    .select(['comment_id', 'person_id', 'added_by', 'is_removed'])
    .where('comment_id', 'in', commentIds)
}

/** People with accounts that can be used. */
export function recipientsQuery(db: Reader, ids: readonly string[]) {
  return db
    .selectFrom('users as u')
    .innerJoin('roles as o', 'o.id', 'u.role_id')
    .select(['u.id', 'o.permissions'])
    .where('u.id', 'in', ids)
    .where('u.deactivated_at', 'is', null)
}

export function rolesQuery(db: Reader) {
  return db.selectFrom('roles').select(['id', 'permissions'])
}

/** The people of departments, by the names that accounts store. */
export function reviewersQuery(db: Reader, roles: readonly string[], departments: readonly string[]) {
  return db
    .selectFrom('users')
    .select(['id', 'department'])
    .where('role_id', 'in', roles)
    .where('department', 'in', departments)
    .where('deactivated_at', 'is', null)
}
