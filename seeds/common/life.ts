import type { Insertable } from 'kysely'
import type { NewRequest, RequestPatch } from '../../shared/requests.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { changesBetween } from '../../server/requests/changes.ts'
import { newRow, type RequestRow } from '../../server/requests/row.ts'

/** A request in its present state, with all its events. */
export interface Life {
  row: RequestRow
  history: Insertable<Tables['request_history']>[]
  comments: Insertable<Tables['comments']>[]
}

/** Defaults of fields that the stories omit. */
const STORY_DEFAULTS = {} satisfies Partial<NewRequest>

interface Beginning extends Omit<NewRequest, keyof typeof STORY_DEFAULTS> {
  number: number
  id: string
  requesterId: string
  at: Date
  /** the instant of its classification */
  classifiedAt: Date
}

/** A new request, as the server would store it: pending and unassigned. */
export function begin({ number, id, requesterId, at: begun, classifiedAt, ...values }: Beginning): Life {
  const at = begun.toISOString()
  const request_id = `RFD-${at.slice(0, 4)}-${String(number).padStart(4, '0')}`
  const row = newRow(
    { number, id, request_id, requester_id: requesterId, created_at: at },
    { ...STORY_DEFAULTS, ...values },
  )
  return {
    row: { ...row, classified_at: classifiedAt.toISOString() },
    history: [event(number, at, requesterId, 1, 'created')],
    comments: [],
  }
}

/** Applies the patch and records it in the history, using the server's own rule of what counts as a change. */
export function change(life: Life, on: Date, actorId: string, patch: Partial<RequestPatch>): void {
  const at = on.toISOString()
  const { after, changes } = changesBetween(life.row, patch, at)
  if (changes.length === 0) return
  const shared = { request_number: after.number, at, actor_id: actorId, version: after.version }
  life.history.push(...changes.map((entry) => ({ ...shared, ...entry })))
  life.row = after
}

export function comment(life: Life, on: Date, authorId: string, id: string, text: string): void {
  const at = on.toISOString()
  const { number, version } = life.row
  life.comments.push({ id, request_number: number, author_id: authorId, comment: text, created_at: at })
  life.history.push({ ...event(number, at, authorId, version, 'commented'), comment_id: id })
}

function event(number: number, at: string, actor_id: string, version: number, action: 'created' | 'commented') {
  return {
    request_number: number,
    at,
    actor_id,
    action,
    field: null,
    old_value: null,
    new_value: null,
    reason: null,
    version,
    comment_id: null,
  }
}
