import { DashboardStats, StatusDistribution, Volume, VolumeQuery } from '../../../shared/dashboard.ts'
import type { App } from '../../platform/http/app.ts'
import { type Needs, SEE_OTHERS } from '../../platform/http/needs.ts'
import type { Deps } from './deps.ts'
import { getStats, getStatusDistribution, getVolume } from './service.ts'

const tags = ['Dashboard']
const FIGURES: Needs = { all: ['dashboard.view'], sometimes: { 'requests.viewAll': SEE_OTHERS } }

export function dashboardRoutes(app: App, deps: Deps): void {
  app.get(
    '/dashboard/stats',
    {
      config: { needs: FIGURES },
      schema: { summary: 'The four cards', tags, response: { 200: DashboardStats } },
    },
    (req) => getStats(deps, req.actor),
  )

  app.get(
    '/dashboard/status-distribution',
    {
      config: { needs: FIGURES },
      schema: { summary: 'Requests by status', tags, response: { 200: StatusDistribution } },
    },
    (req) => getStatusDistribution(deps, req.actor),
  )

  app.get(
    '/dashboard/volume',
    {
      config: { needs: FIGURES },
      schema: {
        summary: 'Requests created and completed per day or week',
        tags,
        querystring: VolumeQuery,
        response: { 200: Volume },
      },
    },
    (req) => getVolume(deps, req.actor, req.query.range ?? '6m'),
  )
}
