import { z } from 'zod'
import { Problem } from '../../shared/problem.ts'
import { NewRun, ReportFormat, ReportRun, RunList, RunsQuery, RunWithDocument } from '../../shared/reports/runs.ts'
import { Schedule, ScheduleChange, ScheduleConflict, ScheduleList } from '../../shared/reports/schedule.ts'
import type { App } from '../platform/http/app.ts'
import type { Deps } from './deps.ts'
import { getRun, listRuns, readRunFile, removeRun } from './runs.ts'
import { startRun } from './start-run.ts'
import { listSchedules, removeSchedule, setSchedule } from './schedules.ts'

const tags = ['Reports']
const params = z.object({ id: z.string() })
const needs = ['reports.export'] as const
const FIGURES = { 'analytics.view': 'for those with figures of the analytics' } as const
const OF_RUN = {
  all: needs,
  sometimes: {
    ...FIGURES,
    'requests.viewAll': 'for those made with the requests of everybody where people see only their own',
  },
} as const
const MEDIA_TYPES: Record<ReportFormat, string> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export function reportRunRoutes(app: App, deps: Deps): void {
  runRoutes(app, deps)
  runFileRoute(app, deps)
  scheduleRoutes(app, deps)
}

function runRoutes(app: App, deps: Deps): void {
  app.post(
    '/reports/:id/runs',
    {
      config: { needs: { all: needs, sometimes: FIGURES }, idempotent: true },
      schema: { summary: 'Have a report made, with files', tags, params, body: NewRun, response: { 201: ReportRun } },
    },
    async (req, reply) =>
      reply.code(201).send(await startRun(deps, req.actor, req.params.id, req.body, req.idempotentCall)),
  )
  app.get(
    '/reports/:id/runs',
    {
      config: { needs },
      schema: {
        summary: 'What the caller made of a report or receives of it, newest first',
        tags,
        params,
        querystring: RunsQuery,
        response: { 200: RunList },
      },
    },
    (req) => listRuns(deps, req.actor, req.params.id, req.query),
  )
  app.get(
    '/report-runs/:id',
    {
      config: { needs: OF_RUN },
      schema: { summary: 'One run with its document', tags, params, response: { 200: RunWithDocument } },
    },
    (req) => getRun(deps, req.actor, req.params.id),
  )
  app.delete(
    '/report-runs/:id',
    {
      config: { needs },
      schema: { summary: 'Delete a run of one’s own with its files', tags, params, response: { 204: z.null() } },
    },
    async (req, reply) => {
      await removeRun(deps, req.actor, req.params.id)
      return reply.code(204).send(null)
    },
  )
}

function runFileRoute(app: App, deps: Deps): void {
  app.get(
    '/report-runs/:id/content',
    {
      // Each call stores an audit entry.
      config: { needs: OF_RUN, bucket: 'writes' },
      schema: {
        summary: 'A file of a run',
        tags,
        params,
        querystring: z.strictObject({ format: ReportFormat }),
        response: { 200: z.unknown() },
      },
    },
    async (req, reply) => {
      const { format } = req.query
      const { file, content } = await readRunFile(deps, req.actor, req.params.id, format)
      const name = encodeURIComponent(file.fileName)
      reply.header('content-disposition', `attachment; filename="report.${format}"; filename*=UTF-8''${name}`)
      reply.header('content-length', file.size)
      reply.header('etag', `"${file.checksum}"`)
      return reply.type(MEDIA_TYPES[format]).send(content)
    },
  )
}

function scheduleRoutes(app: App, deps: Deps): void {
  app.get(
    '/reports/:id/schedules',
    {
      config: { needs },
      schema: {
        summary: 'The caller’s schedule of a report, and those whose runs they receive',
        tags,
        params,
        response: { 200: ScheduleList },
      },
    },
    (req) => listSchedules(deps, req.actor, req.params.id),
  )
  app.put(
    '/reports/:id/schedule',
    {
      config: { needs: { all: ['reports.export', 'reports.schedule'], sometimes: FIGURES } },
      schema: {
        summary: 'Set when a report is made for the caller and others',
        tags,
        params,
        body: ScheduleChange,
        response: { 200: Schedule, 409: z.union([ScheduleConflict, Problem]) },
      },
    },
    (req) => setSchedule(deps, req.actor, req.params.id, req.body),
  )
  app.delete(
    '/reports/:id/schedule',
    {
      config: { needs: ['reports.export', 'reports.schedule'] },
      schema: { summary: 'Delete the caller’s schedule of a report', tags, params, response: { 204: z.null() } },
    },
    async (req, reply) => {
      await removeSchedule(deps, req.actor, req.params.id)
      return reply.code(204).send(null)
    },
  )
}
