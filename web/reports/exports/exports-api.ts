import type { Export, ExportedList, ExportFormat } from '../../../shared/exports/exports.ts'
import { post } from '../../client/api.ts'

export const EXPORTS = '/api/exports'

export const EXPORT_FORMATS: readonly { value: ExportFormat; label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel' },
  { value: 'pdf', label: 'PDF' },
]

export interface WantedList {
  list: Exclude<ExportedList, 'requests'>
  /** the query parameters of the list's own call */
  view: URLSearchParams
}

/** Starts an export of all rows of a list into a file. */
export function exportList({ list, view }: WantedList, format: ExportFormat, attempt: object): Promise<Export> {
  return post(EXPORTS, { list, format, view: Object.fromEntries(view) }, { attempt })
}
