import type { Insertable } from 'kysely'
import type { NoticeCode, NoticeReason } from '../../shared/notices.ts'
import type { Tx } from '../platform/database/db.ts'
import type { Tables } from '../platform/database/tables.ts'
import { orderedId } from '../platform/database/ordered-id.ts'
import { bundle, WINDOW_MS } from './bundle.ts'
import { isMailSetUp } from './mail/stored-settings.ts'
import type { NoticeDetails } from './details.ts'
import { queueNoticeMail } from './notice-mail/outbox.ts'
import { preferencesOfAll } from './preferences.ts'
import { deleteNotices, findRecent, insertMembers, insertNotices, updateBundle } from './store-queries.ts'

/** How the bundle keys of internal comments begin: they are shown to people who may read those. */
export const INTERNAL = 'internal '

/** A notice before it is known whether its person wants it. */
export interface NewNotice {
  personId: string
  code: NoticeCode
  /** the strongest first */
  reasons: readonly NoticeReason[]
  /** null: never bundled */
  bundleKey: string | null
  at: string
  requestNumber?: number
  actorId?: string | null
  historyId?: number
  commentId?: string
  targetId?: string
  details?: NoticeDetails
}

type Row = Insertable<Tables['notices']>

/** A stored or new notice while it is bundled. */
export interface Draft {
  at: string
  count: number
  row: Row
  state: 'new' | 'stored' | 'changed'
  /** told by mail, too; the mail of a stored one is queued already */
  byMail: boolean
  /** the requests that it is about and that are not stored as its members */
  requests: readonly number[]
}

/**
 * Stores the notices that their people want, bundled with what they have not read yet. Whoever calls it makes sure that
 * nothing is stored twice.
 * @param keepsUnwanted also stores the others, outside the app: those that the notice budget cannot replay
 * @returns the people who got something in the app
 */
export async function storeNotices(
  tx: Tx,
  notices: readonly NewNotice[],
  { keepsUnwanted = false } = {},
): Promise<Set<string>> {
  if (notices.length === 0) return new Set()
  const preferences = await preferencesOfAll(tx, [...new Set(notices.map(({ personId }) => personId))])
  const sendsMail = await isMailSetUp(tx)
  const drafts = notices.flatMap((notice) => {
    const { app, mail } = preferences(notice.personId).events[notice.code]
    return app || mail || keepsUnwanted ? [draftOf(notice, { app, mail: mail && sendsMail })] : []
  })
  const groups = Map.groupBy(drafts, ({ row }) =>
    row.bundle_key === null ? row.id : [row.person_id, row.in_app, row.bundle_key].join(' '),
  )
  for (const group of groups.values()) await storeGroup(tx, group)
  return new Set(drafts.flatMap(({ row }) => (row.in_app === 1 ? [row.person_id] : [])))
}

function draftOf(notice: NewNotice, channels: { app: boolean; mail: boolean }): Draft {
  const { requestNumber = null, at } = notice
  const row = {
    id: orderedId(new Date(at)),
    person_id: notice.personId,
    code: notice.code,
    reasons: JSON.stringify(notice.reasons),
    bundle_key: notice.bundleKey,
    request_number: requestNumber,
    actor_id: notice.actorId ?? null,
    history_id: notice.historyId ?? null,
    comment_id: notice.commentId ?? null,
    target_id: notice.targetId ?? null,
    count: 1,
    details: JSON.stringify(notice.details ?? {}),
    in_app: channels.app ? 1 : 0,
    at,
    read_at: null,
  }
  const requests = requestNumber === null ? [] : [requestNumber]
  return { at, count: 1, row, state: 'new', byMail: channels.mail, requests }
}

async function storeGroup(tx: Tx, group: readonly Draft[]): Promise<void> {
  const since = new Date(Date.parse(group[0]!.at) - WINDOW_MS).toISOString()
  const stored = group[0]!.row.bundle_key === null ? [] : await findRecent(tx, group[0]!.row, since)
  const result = bundle([...stored, ...group], join)
  const storedIds = new Set(result.map(({ row }) => row.id))
  await deleteNotices(
    tx,
    stored.map(({ row }) => row.id).filter((id) => !storedIds.has(id)),
  )
  await insertNotices(
    tx,
    result.filter(({ state }) => state === 'new').map(({ row }) => row),
  )
  for (const draft of result) {
    if (draft.state === 'changed') await updateBundle(tx, draft.row)
    if (draft.row.request_number === null) await insertMembers(tx, draft)
    const { id: noticeId, person_id: personId } = draft.row
    if (draft.state === 'new' && draft.byMail) await queueNoticeMail(tx, { noticeId, personId, at: draft.at })
  }
}

/** A bundle in the place of its oldest stored notice. Of one request, it names it; otherwise the requests are its members. */
function join(several: readonly Draft[]): Draft {
  const base = several.find(({ state }) => state !== 'new') ?? several[0]!
  const requests = [...new Set(several.flatMap((draft) => draft.requests))]
  const isOfOne = requests.length === 1 && several.every(({ row }) => row.request_number === requests[0])
  const count = several.reduce((sum, draft) => sum + draft.count, 0)
  const { at } = several.at(-1)!
  const request_number = isOfOne ? requests[0]! : null
  // New requests of a department have several requesters.
  const actor_id = several.every(({ row }) => row.actor_id === base.row.actor_id) ? base.row.actor_id : null
  const row = { ...base.row, at, count, request_number, actor_id, history_id: null, comment_id: null }
  return { ...base, at, count, row, state: base.state === 'new' ? 'new' : 'changed', requests }
}
