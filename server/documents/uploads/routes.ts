import { z } from 'zod'
import { NewUpload, PieceQuery, Upload } from '../../../shared/documents.ts'
import { UPLOAD_PIECE } from '../../../shared/documents.ts'
import { text } from '../../../shared/texts/say.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { bodyStream } from '../../platform/http/body-stream.ts'
import type { Deps } from './deps.ts'
import { ActiveTransfers } from './active-transfers.ts'
import { announceUpload, getUpload, receivePiece, removeUpload } from './service.ts'

const tags = ['Documents']
const UploadAddress = z.object({ id: z.string() })

export function uploadRoutes(app: App, services: Deps): void {
  const deps = { ...services, transfers: new ActiveTransfers() }
  app.post(
    '/uploads',
    {
      config: { needs: ['documents.upload'], idempotent: true, fails: [409, 413] },
      schema: { summary: 'Announce a file before its first byte', tags, body: NewUpload, response: { 201: Upload } },
    },
    async (req, reply) => reply.code(201).send(await announceUpload(deps, req.actor, req.body, req.idempotentCall)),
  )

  app.get(
    '/uploads/:id',
    {
      config: { needs: [], isPrivate: true },
      schema: {
        summary: 'How much of one’s own upload has arrived',
        tags,
        params: UploadAddress,
        response: { 200: Upload },
      },
    },
    (req) => getUpload(deps, req.actor, req.params.id),
  )

  app.delete(
    '/uploads/:id',
    {
      config: { needs: [] },
      schema: { summary: 'Throw one’s own upload away', tags, params: UploadAddress, response: { 204: z.null() } },
    },
    async (req, reply) => {
      await removeUpload(deps, req.actor, req.params.id)
      return reply.code(204).send(null)
    },
  )
  // A separate Fastify scope: no other route receives raw bytes.
  void app.register(async (scope: App) => pieceRoute(scope, deps))
}

function pieceRoute(app: App, deps: Deps & { transfers: ActiveTransfers }): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/octet-stream', (_req, _bytes, done) => done(null))
  app.addContentTypeParser('*', (_req, _bytes, done) => {
    done(new AppError('wrong-content-type', text('A piece must be sent as application/octet-stream.')))
  })
  app.patch(
    '/uploads/:id',
    {
      bodyLimit: UPLOAD_PIECE,
      config: { needs: ['documents.upload'], bucket: 'none', drained: true, fails: [409, 413, 415] },
      schema: {
        summary:
          'Send the next piece of a file, as application/octet-stream; the last one makes the server recognize it',
        tags,
        params: UploadAddress,
        querystring: PieceQuery,
        response: { 200: Upload },
      },
    },
    async (req) => {
      // The client may have disconnected while its session was read: a thousand of those would load the database for
      // nothing.
      if (req.raw.destroyed) throw new AppError('bad-input', text('The connection broke off.'))
      const length = Number(req.headers['content-length'])
      const bytes = req.whileAllowed(bodyStream(req.raw))
      try {
        return await receivePiece(deps, req.actor, req.params.id, { offset: req.query.offset, length, bytes })
      } finally {
        bytes.destroy()
      }
    },
  )
}
