import { sql, type SqlBool } from 'kysely'
import { textsIn } from '../database/dialect.ts'
import { prepared } from '../database/prepared.ts'

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
