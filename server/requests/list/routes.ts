import { z } from 'zod'
import { dateIn } from '../../../shared/dates.ts'
import { RequestList, RequestListQuery } from '../../../shared/request-list.ts'
import { digestOf, knownTags } from '../../platform/http/etag.ts'
import type { Actor } from '../../platform/actor.ts'
import { yieldFairly } from '../../platform/fairness/yield-fairly.ts'
import { SEE_OTHERS } from '../../platform/http/needs.ts'
import type { App } from '../../platform/http/app.ts'
import type { Deps } from '../deps.ts'
import { visibleTo } from '../visibility.ts'
import { listWithCorrection } from './service.ts'

/** Serialising more rows takes milliseconds when their texts are long. */
const QUICK_ROWS = 25

export function listRoutes(app: App, deps: Deps): void {
  app.get(
    '/requests',
    {
      config: {
        needs: { sometimes: { 'requests.viewAll': SEE_OTHERS, 'comments.internal': 'to search internal notes, too' } },
      },
      schema: {
        summary: 'Find requests: search, filters, any column as order, a page at a time',
        tags: ['Requests'],
        querystring: RequestListQuery,
        response: { 200: RequestList, 304: z.null() },
      },
    },
    async (req, reply) => {
      const known = knownTags(req.headers['if-none-match'])
      // The version is read before the rows: after a commit in between, the list is newer than its tag, never older.
      const { version, asked } = await listDependencies(deps, req.actor, req.url)
      const unread = version === null ? undefined : known.find((tag) => tag.includes(`"${version}.`))
      if (unread !== undefined) return reply.header('etag', unread).code(304).send(null)
      // The query selects exactly the contract's fields: validating them would cost more than finding them.
      const list = await listWithCorrection(deps, req.actor, req.query)
      if (list.requests.length > QUICK_ROWS) await yieldFairly()
      const body = JSON.stringify(list)
      const content = digestOf(`${asked} ${body}`)
      const same = known.find((tag) => tag.endsWith(`.${content}"`))
      if (same !== undefined) return reply.header('etag', same).code(304).send(null)
      reply.header('etag', `W/"${version ?? ''}.${content}"`)
      return reply.type('application/json; charset=utf-8').send(body as never)
    },
  )
}

/**
 * Everything a list depends on besides the rows: the person, their visibility and the query. Combined with the data
 * version and the current day it shows that a list is unchanged without reading it. The tag also has a content hash: on
 * PostgreSQL the version changes with unrelated commits, too. The version is null where the database cannot report one.
 */
async function listDependencies({ db, clock, settings }: Deps, actor: Actor, url: string) {
  const [version, policy] = await Promise.all([db.dataVersion(), settings.policy()])
  const asked = `${actor.id} ${visibleTo(actor, policy) ? 'own' : 'all'} ${url}`
  return { asked, version: version && digestOf(`${version} ${dateIn(policy.timeZone, clock())} ${asked}`) }
}
