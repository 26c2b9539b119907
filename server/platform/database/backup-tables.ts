import type { BackupErrorCode, BackupState } from '../../../shared/backups.ts'

/** The column conventions of `Tables` apply. */
export interface BackupTables {
  /** Backups on this machine. */
  backups: {
    id: string
    started_at: string
    /** null: by the schedule */
    started_by_id: string | null
    state: BackupState
    progress_done: number
    progress_of: number
    size: number | null
    checksum: string | null
    is_encrypted: number
    /** whose identity alone opens it; null: the passphrase opens it, or nothing is needed */
    recipient: string | null
    /** of the SECRET_KEY that it was made with; null: made by an earlier version */
    key_id: string | null
    /** null: in the folder of this machine */
    place: string | null
    requests: number | null
    proven_at: string | null
    ended_at: string | null
    /** of making and first proving it; null: under way, interrupted, or made by an earlier version */
    took_ms: number | null
    error: BackupErrorCode | null
    /** the command's own words, for the administrator */
    error_detail: string | null
  }
}
