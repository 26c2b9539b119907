import type { Export, ExportedList, ExportFormat } from '../../shared/exports/exports.ts'
import { post } from '../client/api.ts'

export const EXPORTS = '/api/exports'

export const EXPORT_FORMATS: readonly { value: ExportFormat; label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel' },
  { value: 'pdf', label: 'PDF' },
]

export interface WantedList {
  list: Exclude<ExportedList, 'requests'>
  /** as the list asks the server */
  view: URLSearchParams
}

/** Begins to write all rows of a list into a file. */
export function exportList({ list, view }: WantedList, format: ExportFormat, attempt: object): Promise<Export> {
  return post(EXPORTS, { list, format, view: Object.fromEntries(view) }, { attempt })
}
