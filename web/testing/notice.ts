import type { Notice, StoredNoticePreferences } from '../../shared/notices.ts'
import { NOTICE_CODES } from '../../shared/notices.ts'

const NOTHING: Notice['values'] = {
  count: 1,
  requests: 1,
  requestIds: [],
  actor: null,
  title: null,
  department: null,
  from: null,
  to: null,
  reason: null,
  dueDate: null,
  commentId: null,
  excerpt: null,
  name: null,
  path: null,
  rows: null,
  address: null,
}

export const ELENA = { firstName: 'Elena', lastName: 'Marku' }

type More = Partial<Omit<Notice, 'values'>> & { values?: Partial<Notice['values']> }

/** An unread notice of a moment ago about one request. */
export function buildNotice({ values, ...more }: More = {}): Notice {
  return {
    id: 'n1',
    code: 'comment',
    requestId: 'RFD-2026-0418',
    reasons: [{ code: 'watching' }],
    readAt: null,
    at: new Date(Date.now() - 60_000).toISOString(),
    ...more,
    values: { ...NOTHING, actor: ELENA, title: 'Hold release when the bond is short', ...values },
  }
}

export function buildPreferences(more: Partial<StoredNoticePreferences> = {}): StoredNoticePreferences {
  const events = Object.fromEntries(
    NOTICE_CODES.map((code) => [code, { app: true, mail: false }]),
  ) as StoredNoticePreferences['events']
  return { events, digest: 'off', at: '08:00', quietHours: null, mail: false, version: 1, ...more }
}
