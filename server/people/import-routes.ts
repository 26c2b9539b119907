import { Imported, ImportFile, ImportPreview, PeopleImport } from '../../shared/people-import.ts'
import type { App } from '../http/app.ts'
import { TEXT_BODY_LIMIT } from '../http/body.ts'
import type { Deps } from './deps.ts'
import { importPeople, previewImport } from './import.ts'

const tags = ['People']

export function importRoutes(app: App, deps: Deps): void {
  app.post(
    '/people/imports/preview',
    {
      bodyLimit: TEXT_BODY_LIMIT,
      config: { needs: ['team.manage'] },
      schema: {
        summary: 'What an import of a CSV file would do, line by line; stores nothing',
        tags,
        body: ImportFile,
        response: { 200: ImportPreview },
      },
    },
    (req) => previewImport(deps, req.actor, req.body.csv),
  )

  app.post(
    '/people/imports',
    {
      bodyLimit: TEXT_BODY_LIMIT,
      config: { needs: ['team.manage'], idempotent: true, fails: [409] },
      schema: {
        summary: 'Invite several people at once, all of them or nobody; the answer has their one-time links',
        tags,
        body: PeopleImport,
        response: { 201: Imported },
      },
    },
    async (req, reply) => reply.code(201).send(await importPeople(deps, req.actor, req.body, req.idempotentCall)),
  )
}
