import type { NoticeCode, NoticeReason } from '../../shared/notices.ts'
import type { Tx } from '../platform/database/db.ts'
import { storeNotices } from './store-notices.ts'

interface Ready {
  personId: string
  code: Extract<NoticeCode, 'batch-ready' | 'report-ready' | 'backup-failed' | 'backup-missing'>
  reason: Extract<NoticeReason, 'started' | 'scheduled' | 'sent' | 'backups'>
  /** of the batch, report run, export or backup */
  targetId: string
  /** where the page shows it */
  path: string
  rows?: number
  at: string
}

/** Whoever waits for less than this is still looking. */
const LONG_MS = 10_000

/** Whether somebody who asked for something has probably turned to other things by now. */
export function tookLong(askedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(askedAt) >= LONG_MS
}

/** Tells a person that what they asked for, or look after, has ended, in the transaction that ends it. */
export async function tellReady(tx: Tx, { personId, code, reason, targetId, path, rows, at }: Ready): Promise<void> {
  const notice = {
    personId,
    code,
    reasons: [reason],
    at,
    bundleKey: null,
    targetId,
    details: { path, ...(rows !== undefined && { rows }) },
  }
  await storeNotices(tx, [notice], { keepsUnwanted: true })
}
