import type { EXPORT_STATES, ExportedList, ExportFormat } from '../../../shared/exports/exports.ts'

export interface ExportTables {
  /** Exports of lists to files. */
  exports: {
    id: string
    user_id: string
    list: ExportedList
    format: ExportFormat
    file_name: string
    /** the query of the list, as JSON */
    view: string
    /** JSON list */
    columns: string
    /** 1: its owner could see all requests */
    sees_all: number
    state: (typeof EXPORT_STATES)[number]
    rows_done: number
    total: number | null
    /** in the file store, once ready */
    store_key: string | null
    size: number | null
    checksum: string | null
    note: string | null
    created_at: string
    expires_at: string
  }
}
