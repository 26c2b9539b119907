import type { Generated } from 'kysely'
import type { NoticeCode } from '../../../shared/notices.ts'

/** Tables of notices and watching; the column conventions of `Tables` apply. */
export interface NoticeTables {
  /** What a notice says is read together with it: the row has no names, titles or texts of people. */
  notices: {
    id: string
    person_id: string
    code: NoticeCode
    /** JSON of `NoticeReason[]`, the strongest first */
    reasons: string
    /** Notices of one person with the same key are bundled when many arrive together; null: never. About an internal comment it begins with `internal`. */
    bundle_key: string | null
    /** null: about no single request */
    request_number: number | null
    actor_id: string | null
    /** the entry with the values of the change; null for other causes, and for a bundle */
    history_id: number | null
    comment_id: string | null
    /** the batch, report run or export that is ready */
    target_id: string | null
    /** events in a bundle; 1 for a single one */
    count: number
    /** JSON of `NoticeDetails` */
    details: string
    /** 0: stored for its mail only, or for the notice budget */
    in_app: number
    at: string
    read_at: string | null
  }
  /** The requests of a bundle that is about several. */
  notice_members: { notice_id: string; request_number: number }
  /**
   * What people chose about watching a request: 1 to watch it, 0 not to. A choice applies to the entries of the request's
   * history after `after_id`; the newest counts.
   */
  request_watches: { request_number: number; person_id: string; after_id: number; watches: number; at: string }
  /** Questions in comments that wait for a person's answer. */
  open_questions: { comment_id: string; person_id: string; request_number: number; at: string }
  /** Due dates that people were notified of, each once. */
  due_notices: { request_number: number; code: 'due-soon' | 'overdue'; due_date: string }
  /** JSON of `NoticePreferences`; without a row the defaults apply. */
  notice_preferences: { person_id: string; preferences: string; version: Generated<number> }
  /** The last entry of `request_history` and `audit_log` that notices were made for. */
  notice_progress: { name: 'history' | 'audit'; value: number }
}
