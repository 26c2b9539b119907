import { randomUUID } from 'node:crypto'
import type { NoticeCode, NoticeReason } from '../../shared/notices.ts'
import type { Db } from '../platform/database/db.ts'

interface Wanted {
  personId: string
  code: NoticeCode
  reasons?: NoticeReason[]
  actorId?: string
  requestNumber?: number
  count?: number
  /** requests of a bundle */
  members?: number[]
  at?: string
}

/** Stores a notice as if something had caused it. @returns its id */
export async function buildNotice(db: Db, fields: Wanted): Promise<string> {
  const { personId, code, reasons = ['own'], count = 1, members = [], at = '2026-03-10T08:00:00.000Z' } = fields
  const id = randomUUID()
  await db.write(async (tx) => {
    const row = {
      id,
      person_id: personId,
      code,
      reasons: JSON.stringify(reasons),
      bundle_key: null,
      request_number: fields.requestNumber ?? null,
      actor_id: fields.actorId ?? null,
      history_id: null,
      comment_id: null,
      target_id: null,
      count,
      details: '{}',
      in_app: 1,
      at,
      read_at: null,
    }
    await tx.insertInto('notices').values(row).execute()
    for (const request_number of members) {
      await tx.insertInto('notice_members').values({ notice_id: id, request_number }).execute()
    }
  })
  return id
}
