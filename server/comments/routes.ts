import { z } from 'zod'
import { Comment, CommentPageQuery, NewComment } from '../../shared/comments.ts'
import { TEXT_BODY_LIMIT } from '../http/body.ts'
import { linkEarlier } from '../http/paging.ts'
import { RequestAddress } from '../requests/routes.ts'
import { SEE_OTHERS } from '../http/needs.ts'
import type { App } from '../http/app.ts'
import type { Deps } from './deps.ts'
import { addComment, listComments } from './service.ts'

const tags = ['Comments']

export function commentRoutes(app: App, deps: Deps): void {
  app.get(
    '/requests/:id/comments',
    {
      config: { needs: { sometimes: { 'requests.viewAll': SEE_OTHERS } }, paged: true, tagged: true },
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
      config: { needs: { all: ['comments.create'], sometimes: { 'requests.viewAll': SEE_OTHERS } }, idempotent: true },
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
}
