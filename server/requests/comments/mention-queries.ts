import { sql, type SqlBool } from 'kysely'
import { textsIn } from '../../platform/database/dialect.ts'
import { prepared } from '../../platform/database/prepared.ts'

/** People with an open account, by the keys of their usernames (a JSON list), with the permissions of their roles. */
export const findUsers = prepared<{ keys: string }, { id: string; permissions: string }>((db, param) =>
  db
    .selectFrom('users as u')
    .innerJoin('roles as o', 'o.id', 'u.role_id')
    .select(['u.id', 'o.permissions'])
    .where('u.deactivated_at', 'is', null)
    .where(sql<SqlBool>`u.username_key in ${textsIn(db, param.keys)}`),
)

export const insertMention = prepared<{ comment_id: string; person_id: string }, Record<string, never>>((db, param) =>
  db.insertInto('comment_mentions').values({ comment_id: param.comment_id, person_id: param.person_id }),
)

/** Takes a mention out of a comment, or adds one that its history entry rings for; one that was there before rings no more. */
export const changeMention = prepared<
  { comment_id: string; person_id: string; added_by: number; is_removed: 0 | 1 },
  Record<string, never>
>((db, param) =>
  db
    .insertInto('comment_mentions')
    .values({
      comment_id: param.comment_id,
      person_id: param.person_id,
      added_by: param.added_by,
      is_removed: param.is_removed,
    })
    .onConflict((conflict) =>
      conflict.columns(['comment_id', 'person_id']).doUpdateSet({ is_removed: param.is_removed }),
    ),
)

/** Whom a comment mentions now. */
export const listMentioned = prepared<{ comment_id: string }, { person_id: string }>((db, param) =>
  db
    .selectFrom('comment_mentions')
    .select('person_id')
    .where('comment_id', '=', param.comment_id)
    .where('is_removed', '=', 0),
)

export const removeMentions = prepared<{ comment_id: string }, Record<string, never>>((db, param) =>
  db.deleteFrom('comment_mentions').where('comment_id', '=', param.comment_id),
)

export const listRoles = prepared<Record<string, never>, { id: string; permissions: string }>((db) =>
  db.selectFrom('roles').select(['id', 'permissions']),
)

/** People offered at once. */
const MAX_OFFERED = 10

interface Offer extends Record<'requester' | 'assignee', string> {
  /** as patterns */
  name: string
  username: string
  /** roles that see every request, and those that can read the comment: JSON lists */
  seeAll: string
  readers: string
}

/** Names and usernames are compared one by one: run it with `db.readInWorker`. */
export const findMentionable = prepared<Offer, { username: string; first: string; last: string }>((db, param) =>
  db
    .selectFrom('users')
    .select(['username', 'first_name as first', 'last_name as last'])
    .where('deactivated_at', 'is', null)
    .where(
      sql<SqlBool>`(role_id in ${textsIn(db, param.seeAll)}
        or (id in (${param.requester}, ${param.assignee}) and role_id in ${textsIn(db, param.readers)}))`,
    )
    .where(
      sql<SqlBool>`(name_key like ${param.name} || '%' escape '\\' or name_key like '% ' || ${param.name} || '%' escape '\\'
        or name_key like '%-' || ${param.name} || '%' escape '\\' or username_key like ${param.username} || '%' escape '\\')`,
    )
    .orderBy('name_key')
    .orderBy('id')
    .limit(sql.lit(MAX_OFFERED)),
)
