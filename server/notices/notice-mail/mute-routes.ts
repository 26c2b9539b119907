import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import { TokenBuckets } from '../../platform/fairness/token-buckets.ts'
import { sourceOf } from '../../platform/http/address.ts'
import type { App } from '../../platform/http/app.ts'
import { PUBLIC_BODY_LIMIT } from '../../platform/http/body.ts'
import { allowDocument } from '../../platform/http/headers.ts'
import type { Deps } from '../mail/deps.ts'
import { openMuteLink, useMuteLink } from './mute.ts'
import { donePage, questionPage, refusalPage, STYLE_HASH } from './mute-page.ts'
import { text } from '../../../shared/texts/say.ts'

const tags = ['Notices']
const params = z.object({ token: z.string().max(400, 'This is not a link of ours') })
/** Of one address; the mail services that press the button for people share theirs. */
const RATE = { burst: 60, perSecond: 1 }

/** Links in mail that end mail about one thing, without a session. */
export function muteRoutes(app: App, deps: Deps): void {
  app.get(
    '/mute/:token',
    {
      config: { public: true, fails: [404] },
      schema: {
        summary: 'A page that asks whether to end mail about one thing',
        tags,
        params,
        response: { 200: z.string() },
      },
    },
    (req, reply) => {
      const what = openMuteLink(deps, req.params.token)
      return sendPage(reply, what === undefined ? undefined : questionPage(what))
    },
  )
  // A separate Fastify scope: mail programs send a form, which no other route takes.
  void app.register(async (scope: App) => muteRoute(scope, deps))
}

function muteRoute(scope: App, deps: Deps): void {
  const buckets = new TokenBuckets()
  // The body says nothing that the call itself does not say (RFC 8058).
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  scope.addContentTypeParser(forms, { parseAs: 'buffer' }, (_req, _body, done) => done(null, undefined))

  scope.post(
    '/mute/:token',
    {
      bodyLimit: PUBLIC_BODY_LIMIT,
      config: { public: true, fails: [404, 429] },
      schema: {
        summary: 'End mail about the one thing that the link names',
        tags,
        params,
        response: { 200: z.string() },
      },
    },
    async (req, reply) => {
      const { address } = sourceOf(req.ip)
      const seconds = buckets.take(address, RATE, deps.clock().getTime())
      if (seconds > 0)
        throw new AppError(
          'too-many-calls',
          text('Too many links were used from here. Please try again in {seconds} seconds.', { seconds }),
          {
            headers: { 'retry-after': String(seconds) },
          },
        )
      const what = await useMuteLink(deps, req.params.token)
      return sendPage(reply, what === undefined ? undefined : donePage(what))
    },
  )
}

/** @param page undefined: the link is refused, in the same words whatever is wrong with it */
function sendPage(reply: FastifyReply, page: string | undefined) {
  allowDocument(reply, { styles: STYLE_HASH })
  // The response schema documents this as text.
  return reply
    .code(page === undefined ? 404 : 200)
    .type('text/html; charset=utf-8')
    .header('referrer-policy', 'no-referrer')
    .send(page ?? refusalPage()) as never
}
