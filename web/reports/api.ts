import { queryOptions } from '@tanstack/react-query'
import type { ExportColumn } from '../../shared/export-columns.ts'
import type { Export, ExportFormat, ExportList } from '../../shared/exports/exports.ts'
import { del, download, post } from '../client/api.ts'
import { pollEvery } from '../client/live.ts'
import { EXPORTS } from './exports/exports-api.ts'

const POLL_INTERVAL_MS = 700

export function isUnderWay({ state }: Export): boolean {
  return state !== 'ready' && state !== 'failed'
}

/** The person's exports; polled while one is being made. */
export function exportsOptions() {
  return queryOptions<ExportList>({
    queryKey: [EXPORTS],
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.exports.some(isUnderWay) ? pollEvery(POLL_INTERVAL_MS) : false),
  })
}

export interface WantedExport {
  format: ExportFormat
  /** query of the list's call, without page and limit */
  view: URLSearchParams
  columns: readonly ExportColumn[] | undefined
}

export function startExport({ format, view, columns }: WantedExport, attempt: object): Promise<Export> {
  return post(EXPORTS, { format, view: Object.fromEntries(view), columns }, { attempt })
}

export function deleteExport({ id }: Export): Promise<null> {
  return del(`${EXPORTS}/${id}`)
}

export function fetchExport({ id }: Export): Promise<Blob> {
  return download(`${EXPORTS}/${id}/content`)
}
