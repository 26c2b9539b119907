import { sql } from 'kysely'
import type { Db, Reader, Tx } from '../../server/platform/database/db.ts'
import { openDatabase } from '../../server/platform/database/open.ts'
import { SEND_MAIL } from '../../server/notices/mail/queue-mail.ts'
import { MAIL_CONCURRENCY } from '../../server/notices/mail/sending.ts'
import type { Where } from './backups-office.ts'
import type { Copy } from './mail-receiver.ts'

/** More than the hold of a mail, the lease of a job and the window of a bundle. */
const PASSED_SECONDS = 120

/** As if two minutes, and the hour of the digests, had passed since the server was killed. */
export function letTimePass(where: Where): Promise<void> {
  return withDatabase(where, (db) =>
    db.write(async (tx) => {
      const at = earlier(db)
      await tx.updateTable('notices').set({ at }).execute()
      await tx
        .updateTable('request_history')
        .set({ at })
        .where('id', '>', await progressIn(tx))
        .execute()
      const past = new Date(Date.now() - PASSED_SECONDS * 1000).toISOString()
      const open = tx.updateTable('jobs').where('finished_at', 'is', null).where('dead_at', 'is', null)
      await open.set({ run_at: past }).where('kind', '=', SEND_MAIL).execute()
      await open.set({ lease_until: past }).where('lease_until', 'is not', null).execute()
    }),
  )
}

function earlier({ engine }: Db) {
  const seconds = sql.lit(`-${PASSED_SECONDS} seconds`)
  return engine === 'postgres'
    ? sql<string>`at + ${seconds}::interval`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', at, ${seconds})`
}

/** The last entry of the history whose notices are made. */
async function progressIn(reader: Reader | Tx): Promise<number> {
  const query = reader.selectFrom('notice_progress').select('value').where('name', '=', 'history')
  return Number((await query.executeTakeFirstOrThrow()).value)
}

/** Whether every entry of the history has its notices, and no mail waits. */
export function isAllSent(where: Where): Promise<boolean> {
  return withDatabase(where, async ({ read }) => {
    const history = await read
      .selectFrom('request_history')
      .select((row) => row.fn.max<number>('id').as('last'))
      .executeTakeFirstOrThrow()
    const waiting = await read.selectFrom('mails').select('id').where('state', '=', 'waiting').execute()
    return waiting.length === 0 && (await progressIn(read)) >= Number(history.last)
  })
}

/** What was acknowledged, by the text that only its mail has, and the addresses that it was to reach. */
export type Promised = Map<string, readonly string[]>

/** @returns a line for everything that was lost, changed its Message-ID, or was repeated without a kill */
export async function mailProblems(where: Where, copies: readonly Copy[], promised: Promised): Promise<string[]> {
  const stored = await withDatabase(where, ({ read }) => read.selectFrom('mails').selectAll().execute())
  const byId = Map.groupBy(copies, ({ messageId }) => messageId)
  return [
    ...stored.filter(({ state }) => state !== 'sent').map(({ id, state, reason }) => `Mail ${id}: ${state}, ${reason}`),
    ...stored.filter(({ message_id }) => !byId.has(message_id)).map(({ id }) => `Mail ${id} did not arrive`),
    ...[...byId].flatMap(([messageId, same]) => repeated(messageId, same)),
    ...(mostAtOnce(copies) > MAIL_CONCURRENCY[SEND_MAIL] ? ['A kill repeated mails that were not being sent'] : []),
    ...[...promised].flatMap(([marker, addresses]) => addresses.flatMap((to) => missing(copies, marker, to))),
  ]
}

/** How many different mails one kill repeated at most: those that were being sent. */
export function mostAtOnce(copies: readonly Copy[]): number {
  const lives = [...Map.groupBy(copies, ({ messageId }) => messageId).values()].flatMap((same) =>
    same.slice(0, -1).map(({ life }) => life),
  )
  return Math.max(0, ...[...Map.groupBy(lives, (life) => life).values()].map(({ length }) => length))
}

function repeated(messageId: string, same: readonly Copy[]): string[] {
  const lives = new Set(same.map(({ life }) => life))
  return [
    ...(lives.size < same.length ? [`${messageId} was sent twice without a kill between`] : []),
    ...(new Set(same.map(({ to }) => to)).size > 1 ? [`${messageId} went to several people`] : []),
  ]
}

function missing(copies: readonly Copy[], marker: string, to: string): string[] {
  // Long lines are folded.
  const matches = copies.filter((copy) => copy.to === to && copy.source.replaceAll('=\r\n', '').includes(marker))
  const ids = new Set(matches.map(({ messageId }) => messageId))
  if (ids.size === 1) return []
  return [ids.size === 0 ? `${marker} did not reach ${to}` : `${marker} reached ${to} under ${ids.size} Message-IDs`]
}

async function withDatabase<T>(where: Where, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(where)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
