import { z } from 'zod'
import { dateIn } from '../../../shared/dates.ts'
import { RequestList, RequestListQuery } from '../../../shared/requests.ts'
import { digestOf, knownTags } from '../../http/etag.ts'
import type { Actor } from '../../actor.ts'
import { ownTurn } from '../../fairness/own-turn.ts'
import { SEE_OTHERS } from '../../http/needs.ts'
import type { App } from '../../http/app.ts'
import type { Deps } from '../deps.ts'
import { visibleTo } from '../visibility.ts'
import { listWithCorrection } from './service.ts'

/** To write more of them takes milliseconds where their texts are long. */
const QUICK_ROWS = 25

export function listRoutes(app: App, deps: Deps): void {
  app.get(
    '/requests',
    {
      config: { needs: { sometimes: { 'requests.viewAll': SEE_OTHERS } } },
      schema: {
        summary: 'Find requests: search, filters, any column as order, a page at a time',
        tags: ['Requests'],
        querystring: RequestListQuery,
        response: { 200: RequestList, 304: z.null() },
      },
    },
    async (req, reply) => {
      const known = knownTags(req.headers['if-none-match'])
      // The version is older than the rows: a commit in between makes the list newer than its tag, never older.
      const { version, asked } = await whatIsAsked(deps, req.actor, req.url)
      const unread = version === null ? undefined : known.find((tag) => tag.includes(`"${version}.`))
      if (unread !== undefined) return reply.header('etag', unread).code(304).send(null)
      // The query selects exactly the contract's fields: checking them once more would cost more than finding them.
      const list = await listWithCorrection(deps, req.actor, req.query)
      if (list.requests.length > QUICK_ROWS) await ownTurn()
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
 * What a list depends on besides the rows: who asks, what they may see, and for what; with the data version and the day it
 * is, the list can be known to be unchanged without reading it. The tag has both parts: on PostgreSQL the version also
 * changes with commits that have nothing to do with the list. Null where the database cannot say its version.
 */
async function whatIsAsked({ db, clock, settings }: Deps, actor: Actor, url: string) {
  const [version, policy] = await Promise.all([db.dataVersion(), settings.policy()])
  const asked = `${actor.id} ${visibleTo(actor, policy) ? 'own' : 'all'} ${url}`
  return { asked, version: version && digestOf(`${version} ${dateIn(policy.timeZone, clock())} ${asked}`) }
}
