import { z } from 'zod'
import {
  IMPORT_LIMITS,
  ImportChoices,
  Imported,
  ImportLines,
  ImportLinesQuery,
  ImportLinksQuery,
  PeopleImport,
  PeopleImports,
} from '../../../shared/people-import.ts'
import { reference } from '../../../shared/text.ts'
import { text } from '../../../shared/texts/say.ts'
import { AppError } from '../../platform/errors.ts'
import { FairSemaphore } from '../../platform/fairness/fair-semaphore.ts'
import type { App } from '../../platform/http/app.ts'
import { bodyStream } from '../../platform/http/body-stream.ts'
import { TEXT_BODY_LIMIT } from '../../platform/http/body.ts'
import type { Deps } from '../deps.ts'
import { refusal } from './file.ts'
import { textIn } from './file-text.ts'
import {
  chooseForImport,
  createImport,
  getImport,
  listImportLines,
  listImportLinks,
  listImports,
  removeImport,
  startImport,
} from './service.ts'

const tags = ['People']
const params = z.object({ id: reference() })
const needs = ['team.manage'] as const
const QUEUE_TIMEOUT_MS = 20_000
const MAX_WAITING = 4

export function importRoutes(app: App, deps: Deps): void {
  // Checking ten thousand people takes about a second of the processor.
  const turns = turnsOf(2)
  readRoutes(app, deps)
  app.put(
    '/people/imports/:id/choices',
    {
      bodyLimit: TEXT_BODY_LIMIT,
      config: { needs, fails: [409] },
      schema: {
        summary: 'Say which column is what, and which role and department a text means; checks the file again',
        tags,
        params,
        body: ImportChoices,
        response: { 200: PeopleImport },
      },
    },
    (req) => turns.run(() => chooseForImport(deps, req.actor, req.params.id, req.body)),
  )
  app.post(
    '/people/imports/:id/runs',
    {
      config: { needs, fails: [409] },
      schema: {
        summary: 'Invite and change the people of the file, in the background. A repeated call changes nothing',
        tags,
        params,
        response: { 202: PeopleImport },
      },
    },
    async (req, reply) => reply.code(202).send(await startImport(deps, req.actor, req.params.id)),
  )
  app.delete(
    '/people/imports/:id',
    {
      config: { needs, fails: [409] },
      schema: { summary: 'Throw one’s own file of people away', tags, params, response: { 204: z.null() } },
    },
    async (req, reply) => {
      await removeImport(deps, req.actor, req.params.id)
      return reply.code(204).send(null)
    },
  )
  // A separate Fastify scope: no other route receives raw bytes.
  void app.register(async (scope: App) => fileRoute(scope, deps, turns))
}

/** One of them per person. */
function turnsOf(maxConcurrent: number): FairSemaphore {
  return new FairSemaphore({
    maxConcurrent,
    maxConcurrentPerCaller: 1,
    maxQueuedPerCaller: MAX_WAITING,
    queueTimeoutMs: QUEUE_TIMEOUT_MS,
    refusal: () =>
      new AppError('unavailable', text('Too many files of people are being read. Please try again in a moment.'), {
        headers: { 'retry-after': '5' },
      }),
  })
}

function readRoutes(app: App, deps: Deps): void {
  app.get(
    '/people/imports',
    {
      config: { needs, isPrivate: true },
      schema: { summary: 'One’s own import of people, if there is one', tags, response: { 200: PeopleImports } },
    },
    (req) => listImports(deps, req.actor),
  )
  app.get(
    '/people/imports/:id',
    {
      config: { needs, isPrivate: true },
      schema: { summary: 'How far one’s own import is', tags, params, response: { 200: PeopleImport } },
    },
    (req) => getImport(deps, req.actor, req.params.id),
  )
  app.get(
    '/people/imports/:id/lines',
    {
      config: { needs, isPrivate: true },
      schema: {
        summary: 'What the import does line by line, by page',
        tags,
        params,
        querystring: ImportLinesQuery,
        response: { 200: ImportLines },
      },
    },
    (req) => listImportLines(deps, req.actor, req.params.id, req.query),
  )
  app.get(
    '/people/imports/:id/links',
    {
      config: { needs, isPrivate: true },
      schema: {
        summary: 'The invitation links of one’s own import that still work, by page',
        tags,
        params,
        querystring: ImportLinksQuery,
        response: { 200: Imported },
      },
    },
    (req) => listImportLinks(deps, req.actor, req.params.id, req.query),
  )
}

function fileRoute(app: App, deps: Deps, turns: FairSemaphore): void {
  // A file that arrives slowly keeps nobody from checking theirs.
  const receiving = turnsOf(8)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/octet-stream', (_req, _bytes, done) => done(null))
  app.addContentTypeParser('*', (_req, _bytes, done) => {
    done(new AppError('wrong-content-type', text('A file of people must be sent as application/octet-stream.')))
  })
  app.post(
    '/people/imports',
    {
      // Higher than the limit of the file, so that its refusal is a sentence about it.
      bodyLimit: 10 * IMPORT_LIMITS.bytes,
      config: { needs, drained: true, fails: [409, 413, 415] },
      schema: {
        summary: 'Have a CSV file of people checked; changes no account',
        tags,
        response: { 201: PeopleImport },
      },
    },
    async (req, reply) => {
      const bytes = await receiving.run(() => readWhole(req.whileAllowed(bodyStream(req.raw))))
      return reply.code(201).send(await turns.run(() => createImport(deps, req.actor, textIn(bytes))))
    },
  )
}

async function readWhole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > IMPORT_LIMITS.bytes) throw refusal('This file is larger than 5 MB. Split it.', 'file-too-large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
