import { addDays, dateIn } from '../../shared/dates.ts'
import { canEdit } from '../../shared/request-rules.ts'
import type { Waiting, WaitingQuery } from '../../shared/notices.ts'
import type { Actor } from '../platform/actor.ts'
import type { Deps } from './deps.ts'
import { excerptOf } from './excerpt.ts'
import { readerOf } from './visible-notices.ts'
import { countQuestions, countRequests, listQuestions, listRequests, type WaitingRequests } from './waiting-queries.ts'

type WaitingItem = Waiting['items'][number]

const PAGE_SIZE = 10
const SOON_DAYS = 2

/**
 * What waits for the actor, most pressing first: questions without their answer, their overdue requests, those due within
 * two days, and for people who may edit requests the pending ones of their department, oldest first.
 */
export async function listWaiting(
  { db, settings, clock }: Deps,
  actor: Actor,
  { limit = PAGE_SIZE }: WaitingQuery,
): Promise<Waiting> {
  const policy = await settings.policy()
  const who = readerOf(actor, policy)
  const today = dateIn(policy.timeZone, clock())
  const questions = await listQuestions(db.read, who, limit)
  const items: WaitingItem[] = questions.map((row) => ({
    code: 'question',
    requestId: row.request_id,
    title: row.title,
    dueDate: row.due_date,
    actor: row.first === null || row.last === null ? null : { firstName: row.first, lastName: row.last },
    commentId: row.comment_id,
    excerpt: row.excerpt === null ? null : excerptOf(row.excerpt),
    at: row.at,
  }))
  let total = await countQuestions(db.read, who)
  const department = policy.departments.all.find(({ name }) => name === actor.user.department)?.key
  const kinds: [WaitingItem['code'], WaitingRequests][] = [
    ['overdue', { dueBefore: today }],
    ['due-soon', { dueFrom: today, dueBefore: addDays(today, SOON_DAYS + 1) }],
  ]
  if (canEdit(actor) && department !== undefined) kinds.push(['review', { pendingIn: department }])
  for (const [code, kind] of kinds) {
    const rows = items.length < limit ? await listRequests(db.read, who, kind, limit - items.length) : []
    total += await countRequests(db.read, who, kind)
    items.push(
      ...rows.map((row) => ({
        code,
        requestId: row.request_id,
        title: row.title,
        dueDate: row.due_date,
        actor: null,
        commentId: null,
        excerpt: null,
        at: row.created_at,
      })),
    )
  }
  return { items, total }
}
