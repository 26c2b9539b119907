import { queryOptions } from '@tanstack/react-query'
import type {
  NewReport,
  PreviewWanted,
  Report,
  ReportChange,
  ReportContent,
  ReportList,
} from '../../shared/reports/definition.ts'
import type { ReportDocument } from '../../shared/reports/document.ts'
import type { ReportPeriod } from '../../shared/reports/ready.ts'
import type { NewRun, ReportFormat, ReportRun, RunList, RunWithDocument } from '../../shared/reports/runs.ts'
import type { Schedule, ScheduleChange, ScheduleList } from '../../shared/reports/schedule.ts'
import { del, download, post, put } from '../client/api.ts'
import { pollEvery } from '../client/live.ts'
import { queryClient, readFrom, refresh } from '../client/query.ts'
import { currentSession } from '../client/session.ts'

const REPORTS = '/api/reports'
const RUNS = '/api/report-runs'
const PREVIEWS = '/api/report-previews'

const POLL_INTERVAL_MS = 1000
export const PREVIEW_MS = 60_000
export const RUNS_PAGE = 10

const address = (id: string) => `${REPORTS}/${encodeURIComponent(id)}`

export function reportsOptions() {
  return queryOptions<ReportList>({ queryKey: [REPORTS], refetchOnMount: 'always' })
}

export function reportOptions(id: string) {
  return queryOptions<Report>({ queryKey: [address(id)], refetchOnMount: 'always' })
}

/** A report with current data. */
export function previewOptions(content: ReportContent, period?: ReportPeriod) {
  const input: PreviewWanted = { content, ...(period && { period }) }
  return queryOptions<ReportDocument>({
    queryKey: [PREVIEWS, JSON.stringify(input)],
    queryFn: ({ signal }) => post<ReportDocument>(PREVIEWS, input, { signal, timeoutMs: PREVIEW_MS }),
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

export function isUnderWay({ state }: Pick<ReportRun, 'state'>): boolean {
  return state !== 'ready' && state !== 'failed'
}

/** Runs of a report; polled while one is being made. */
export function runsOptions(id: string, page: number) {
  return queryOptions<RunList>({
    queryKey: [`${address(id)}/runs?page=${page}&limit=${RUNS_PAGE}`],
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => intervalFor(state.data?.runs.filter(isUnderWay) ?? []),
  })
}

/** Events tell of one's own runs only. */
function intervalFor(underWay: readonly ReportRun[]): number | false {
  if (underWay.length === 0) return false
  const areOwn = underWay.every(({ madeBy }) => madeBy?.id === currentSession()?.user.id)
  return areOwn ? pollEvery(POLL_INTERVAL_MS) : POLL_INTERVAL_MS
}

export function runOptions(id: string) {
  return queryOptions<RunWithDocument>({ queryKey: [`${RUNS}/${encodeURIComponent(id)}`], refetchOnMount: 'always' })
}

export function schedulesOptions(id: string) {
  return queryOptions<ScheduleList>({ queryKey: [`${address(id)}/schedules`], refetchOnMount: 'always' })
}

export function startRun(id: string, input: NewRun, attempt: object): Promise<ReportRun> {
  return post(`${address(id)}/runs`, input, { attempt })
}

export function deleteRun({ id }: ReportRun): Promise<null> {
  return del(`${RUNS}/${id}`)
}

export function fetchRunFile({ id }: ReportRun, format: ReportFormat): Promise<Blob> {
  return download(`${RUNS}/${id}/content?format=${format}`)
}

export function createReport(report: NewReport, attempt: object): Promise<Report> {
  return post(REPORTS, report, { attempt })
}

export function changeReport(id: string, change: ReportChange): Promise<Report> {
  return put(address(id), change)
}

export function deleteReport(id: string): Promise<null> {
  return del(address(id))
}

export function takeOverReport(id: string): Promise<Report> {
  return put(`${address(id)}/owner`, {})
}

export function saveSchedule(id: string, change: ScheduleChange): Promise<Schedule> {
  return put(`${address(id)}/schedule`, change)
}

export function deleteSchedule(id: string): Promise<null> {
  return del(`${address(id)}/schedule`)
}

/** Refetches what a change of a report, its schedule or its runs has made stale. */
export function reportsChanged(): Promise<void> {
  return refresh(REPORTS, RUNS)
}

/** Removes a deleted report from the cached list, and cancels its pending queries. */
export async function dropFromList(id: string): Promise<void> {
  await queryClient.cancelQueries({ predicate: readFrom(address(id)) })
  queryClient.setQueryData(
    reportsOptions().queryKey,
    (list) => list && { ...list, reports: list.reports.filter((report) => report.id !== id) },
  )
}

/** Removes the cached queries of a deleted report: a refetch could only be refused. */
export function forgetReport(id: string): void {
  queryClient.removeQueries({ predicate: readFrom(address(id), RUNS) })
}

export function keepReport(report: Report): void {
  queryClient.setQueryData(reportOptions(report.id).queryKey, report)
}
