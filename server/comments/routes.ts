import { z } from 'zod'
import {
  Comment,
  CommentConflict,
  CommentEdit,
  CommentPageQuery,
  Mentionable,
  MentionableQuery,
  NewComment,
} from '../../shared/comments.ts'
import { Problem } from '../../shared/problem.ts'
import { reference } from '../../shared/text.ts'
import { TEXT_BODY_LIMIT } from '../http/body.ts'
import { linkEarlier } from '../http/paging.ts'
import { RequestAddress } from '../requests/routes.ts'
import { INTERNAL_TOO, SEE_OTHERS } from '../http/needs.ts'
import type { App } from '../http/app.ts'
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

export function commentRoutes(app: App, deps: Deps): void {
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
      config: { needs: WRITING },
      schema: {
        summary: 'People whom a comment on this request can mention',
        tags,
        params: RequestAddress,
        querystring: MentionableQuery,
        response: { 200: Mentionable },
      },
    },
    async (req) => ({ people: await listMentionable(deps, req.actor, req.params.id, req.query) }),
  )
}
