import { z } from 'zod'
import { dateIn } from '../../../shared/dates.ts'
import { RequestList, RequestListQuery } from '../../../shared/requests.ts'
import { etagOf, isKnown } from '../../http/etag.ts'
import type { Actor } from '../../actor.ts'
import type { App } from '../../http/app.ts'
import type { Deps } from '../deps.ts'
import { visibleTo } from '../visibility.ts'
import { listForgivingly } from './service.ts'

export function listRoutes(app: App, deps: Deps): void {
  app.get(
    '/requests',
    {
      schema: {
        summary: 'Find requests: search, filters, any column as order, a page at a time',
        tags: ['Requests'],
        querystring: RequestListQuery,
        response: { 200: RequestList, 304: z.null() },
      },
    },
    async (req, reply) => {
      const known = req.headers['if-none-match']
      // The version is older than the rows: a commit in between makes the list newer than its tag, never older.
      const early = await tagBeforeReading(deps, req.actor, req.url)
      if (early !== null && isKnown(known, early)) return reply.header('etag', early).code(304).send(null)
      // The query selects exactly the contract's fields: checking them once more would cost more than finding them.
      const body = JSON.stringify(await listForgivingly(deps, req.actor, req.query))
      const etag = early ?? etagOf(body)
      reply.header('etag', etag)
      if (isKnown(known, etag)) return reply.code(304).send(null)
      return reply.type('application/json; charset=utf-8').send(body as never)
    },
  )
}

/**
 * The tag of a list for as long as nothing is committed, known without reading it. What the answer depends on besides the
 * rows is who asks, what they may see, for what, and what day it is. Null where the database cannot say whether anything
 * was committed; the answer itself then has to be hashed.
 */
async function tagBeforeReading({ db, clock, settings }: Deps, actor: Actor, url: string): Promise<string | null> {
  const [version, policy] = await Promise.all([db.dataVersion(), settings.policy()])
  const seen = visibleTo(actor, policy) ? 'own' : 'all'
  return version && etagOf(`${version} ${dateIn(policy.timeZone, clock())} ${actor.id} ${seen} ${url}`)
}
