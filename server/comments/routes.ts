import { z } from 'zod'
import { Comment, NewComment } from '../../shared/comments.ts'
import { repeatable } from '../idempotency/service.ts'
import { RequestAddress, TEXT_BODY_LIMIT } from '../requests/routes.ts'
import type { App, Services } from '../services.ts'
import { addComment, listComments } from './service.ts'

const tags = ['Comments']

export function commentRoutes(app: App, services: Services): void {
  app.get(
    '/requests/:id/comments',
    {
      schema: {
        summary: 'Comments of a request, oldest first',
        tags,
        params: RequestAddress,
        response: { 200: z.array(Comment) },
      },
    },
    (req) => listComments(services, req.actor, req.params.id),
  )

  app.post(
    '/requests/:id/comments',
    {
      bodyLimit: TEXT_BODY_LIMIT,
      config: { repeatable: true },
      schema: {
        summary: 'Comment on a request',
        tags,
        params: RequestAddress,
        body: NewComment,
        response: { 201: Comment },
      },
    },
    async (req, reply) => {
      const { id } = req.params
      const call = repeatable(req.headers['idempotency-key'], {
        userId: req.actor.id,
        route: `POST /requests/${id}/comments`,
        body: req.body,
      })
      const { status, body } = await addComment(services, req.actor, id, req.body, call)
      return reply.code(status as 201).send(body)
    },
  )
}
