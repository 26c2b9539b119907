import { z } from 'zod'
import {
  Comment,
  CommentConflict,
  CommentEdit,
  CommentPageQuery,
  Mentionable,
  MentionableQuery,
  NewComment,
} from '../../../shared/comments.ts'
import { Problem } from '../../../shared/problem.ts'
import { reference } from '../../../shared/text.ts'
import { text } from '../../../shared/texts/say.ts'
import { AppError } from '../../platform/errors.ts'
import { TokenBuckets } from '../../platform/fairness/token-buckets.ts'
import { TEXT_BODY_LIMIT } from '../../platform/http/body.ts'
import { linkEarlier } from '../../platform/http/paging.ts'
import { RequestAddress } from '../routes.ts'
import { INTERNAL_TOO, SEE_OTHERS } from '../../platform/http/needs.ts'
import type { App } from '../../platform/http/app.ts'
import type { Deps } from './deps.ts'
import { deleteComment, editComment } from './change.ts'
import { listMentionable } from './mentionable.ts'
import { addComment, listComments } from './service.ts'

const tags = ['Comments']
const CommentAddress = z.object({ id: reference() })
const WRITING = {
  all: ['comments.create'],
  sometimes: { 'requests.viewAll': SEE_OTHERS, 'comments.internal': 'for an internal note' },
} as const

/** Of one person: quick typing asks a few times a second, and each call compares the names of all accounts. */
const OFFERS = { burst: 30, perSecond: 10 }

function takeFrom(buckets: TokenBuckets, personId: string, now: Date): void {
  const seconds = buckets.take(personId, OFFERS, now.getTime())
  if (seconds === 0) return
  throw new AppError('too-many-calls', text('You asked for names too often. Please try again in a moment.'), {
    headers: { 'retry-after': String(seconds) },
  })
}

export function commentRoutes(app: App, deps: Deps): void {
  const offers = new TokenBuckets()
  app.get(
    '/requests/:id/comments',
    {
      config: {
        needs: { sometimes: { 'requests.viewAll': SEE_OTHERS, 'comments.internal': INTERNAL_TOO } },
        paged: true,
        tagged: true,
      },
      schema: {
        summary: 'The newest comments of a request, or the newest before one of them; oldest first',
        tags,
        params: RequestAddress,
        querystring: CommentPageQuery,
        response: { 200: z.array(Comment) },
      },
    },
    async (req, reply) => {
      const { id } = req.params
      const { comments, hasEarlier } = await listComments(deps, req.actor, id, req.query)
      const [oldest] = comments
      const path = `/api/requests/${encodeURIComponent(id)}/comments`
      if (hasEarlier && oldest) linkEarlier(reply, path, req.query.limit, oldest.id)
      return comments
    },
  )

  app.post(
    '/requests/:id/comments',
    {
      bodyLimit: TEXT_BODY_LIMIT,
      config: { needs: WRITING, idempotent: true },
      schema: {
        summary: 'Comment on a request',
        tags,
        params: RequestAddress,
        body: NewComment,
        response: { 201: Comment },
      },
    },
    async (req, reply) => {
      return reply.code(201).send(await addComment(deps, req.actor, req.params.id, req.body, req.idempotentCall))
    },
  )

  app.put(
    '/comments/:id',
    {
      bodyLimit: TEXT_BODY_LIMIT,
      config: { needs: WRITING },
      schema: {
        summary: 'Edit your own comment; refused with a version that is no longer the stored one',
        tags,
        params: CommentAddress,
        body: CommentEdit,
        response: { 200: Comment, 409: z.union([CommentConflict, Problem]) },
      },
    },
    (req) => editComment(deps, req.actor, req.params.id, req.body),
  )

  app.delete(
    '/comments/:id',
    {
      config: { needs: WRITING, fails: [409] },
      schema: {
        summary: 'Delete your own comment; a trace without its text stays',
        tags,
        params: CommentAddress,
        response: { 200: Comment },
      },
    },
    (req) => deleteComment(deps, req.actor, req.params.id),
  )

  app.get(
    '/requests/:id/mentionable',
    {
      config: { needs: WRITING, fails: [429] },
      schema: {
        summary: 'People whom a comment on this request can mention',
        tags,
        params: RequestAddress,
        querystring: MentionableQuery,
        response: { 200: Mentionable },
      },
    },
    async (req) => {
      takeFrom(offers, req.actor.id, deps.clock())
      return { people: await listMentionable(deps, req.actor, req.params.id, req.query) }
    },
  )
}
