import { z } from 'zod'
import {
  NewReport,
  PreviewWanted,
  Report,
  ReportChange,
  ReportConflict,
  ReportList,
} from '../../shared/reports/definition.ts'
import { ReportDocument } from '../../shared/reports/document.ts'
import { Problem } from '../../shared/problem.ts'
import type { App } from '../platform/http/app.ts'
import { SEE_OTHERS } from '../platform/http/needs.ts'
import type { Deps } from './deps.ts'
import { listReports } from './list.ts'
import { changeReport, createReport, getReport, previewReport, removeReport, takeOverReport } from './service.ts'

const tags = ['Reports']
const params = z.object({ id: z.string() })
const needs = ['reports.export'] as const
const OF_GONE = 'for one of somebody whose account is deactivated'

export function reportRoutes(app: App, deps: Deps): void {
  readingRoutes(app, deps)
  changingRoutes(app, deps)
}

function readingRoutes(app: App, deps: Deps): void {
  app.get(
    '/reports',
    {
      config: {
        needs: {
          all: needs,
          sometimes: {
            'analytics.view': 'to see those with figures of the analytics',
            'team.manage': 'to see those of people whose accounts are deactivated',
          },
        },
      },
      schema: { summary: 'Ready reports, own ones and shared ones', tags, response: { 200: ReportList } },
    },
    (req) => listReports(deps, req.actor),
  )
  app.get(
    '/reports/:id',
    {
      config: { needs: { all: needs, sometimes: { 'team.manage': OF_GONE } } },
      schema: { summary: 'One report', tags, params, response: { 200: Report } },
    },
    (req) => getReport(deps, req.actor, req.params.id),
  )
  app.post(
    '/report-previews',
    {
      config: {
        needs: {
          all: needs,
          sometimes: {
            'analytics.view': 'for those with figures of the analytics',
            'requests.viewAll': SEE_OTHERS,
          },
        },
      },
      schema: {
        summary: 'A report as it would be now; nothing is stored',
        tags,
        body: PreviewWanted,
        response: { 200: ReportDocument },
      },
    },
    (req) => previewReport(deps, req.actor, req.body),
  )
}

function changingRoutes(app: App, deps: Deps): void {
  app.post(
    '/reports',
    {
      config: { needs, idempotent: true },
      schema: { summary: 'Save a report', tags, body: NewReport, response: { 201: Report } },
    },
    async (req, reply) => reply.code(201).send(await createReport(deps, req.actor, req.body, req.idempotentCall)),
  )
  app.put(
    '/reports/:id',
    {
      config: { needs },
      schema: {
        summary: 'Change a report of one’s own',
        tags,
        params,
        body: ReportChange,
        response: { 200: Report, 409: z.union([ReportConflict, Problem]) },
      },
    },
    (req) => changeReport(deps, req.actor, req.params.id, req.body),
  )
  app.put(
    '/reports/:id/owner',
    {
      config: { needs: [...needs, 'team.manage'] },
      schema: {
        summary: 'Take over a report whose owner’s account is deactivated',
        tags,
        params,
        response: { 200: Report },
      },
    },
    (req) => takeOverReport(deps, req.actor, req.params.id),
  )
  app.delete(
    '/reports/:id',
    {
      config: { needs: { all: needs, sometimes: { 'team.manage': OF_GONE } } },
      schema: {
        summary: 'Delete a report of one’s own with its schedules and runs',
        tags,
        params,
        response: { 204: z.null() },
      },
    },
    async (req, reply) => {
      await removeReport(deps, req.actor, req.params.id)
      return reply.code(204).send(null)
    },
  )
}
