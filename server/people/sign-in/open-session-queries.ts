import type { Reader } from '../../platform/database/db.ts'

interface Open {
  at: string
  /** sessions unused since then have expired */
  idleSince: string
  /** this session stays whatever the policy */
  keep: string
}

function openSessions(reader: Reader, { at, idleSince }: Open) {
  return reader.selectFrom('sessions').where('expires_at', '>', at).where('last_seen_at', '>', idleSince)
}

/** How many open sessions were last used before an instant. */
export async function countIdleSessions(reader: Reader, open: Open, unusedSince: string): Promise<number> {
  const { count } = await openSessions(reader, open)
    .where('last_seen_at', '<=', unusedSince)
    .where('id', '!=', open.keep)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The oldest excess sessions of people with more open ones than allowed. */
export function crowdedSessions(reader: Reader, { maxSessions, ...open }: Open & { maxSessions: number }) {
  const ranked = openSessions(reader, open).select((row) => [
    'id',
    'user_id',
    row.fn
      .agg<number>('row_number')
      .over((over) =>
        over
          .partitionBy('user_id')
          .orderBy((part) => part.case().when('id', '=', open.keep).then(0).else(1).end())
          .orderBy('created_at', 'desc')
          .orderBy('id'),
      )
      .as('place'),
  ])
  return reader.selectFrom(ranked.as('ranked')).select(['id', 'user_id']).where('place', '>', maxSessions).execute()
}
