import { z } from 'zod'
import {
  NewPeopleChange,
  PeopleChange,
  PeopleChangeCall,
  PeopleChangeLinks,
  PeopleChangeLinksQuery,
  PeopleChangePreview,
} from '../../../shared/people-changes.ts'
import { reference } from '../../../shared/text.ts'
import type { App } from '../../platform/http/app.ts'
import type { Deps } from '../deps.ts'
import { getChange, linksOf, previewChange, startChange, stopChange } from './service.ts'

const tags = ['People']
const NEEDS = { all: ['team.manage'], sometimes: { 'requests.assign': 'to hand over open requests' } } as const
const params = z.object({ id: reference() })

export function peopleChangeRoutes(app: App, deps: Deps): void {
  app.post(
    '/people/changes/preview',
    {
      config: { needs: NEEDS },
      schema: {
        summary: 'What a change of several accounts would do, and who would be left out; stores nothing',
        tags,
        body: PeopleChangeCall,
        response: { 200: PeopleChangePreview },
      },
    },
    (req) => previewChange(deps, req.actor, req.body),
  )

  app.post(
    '/people/changes',
    {
      config: { needs: NEEDS, idempotent: true, fails: [409, 429] },
      schema: {
        summary: 'Change several accounts in the background, each by itself',
        tags,
        body: NewPeopleChange,
        response: { 201: PeopleChange },
      },
    },
    async (req, reply) => reply.code(201).send(await startChange(deps, req.actor, req.body, req.idempotentCall)),
  )

  app.get(
    '/people/changes/:id',
    {
      config: { needs: ['team.manage'] },
      schema: { summary: 'How far a change of several accounts is', tags, params, response: { 200: PeopleChange } },
    },
    (req) => getChange(deps, req.actor, req.params.id),
  )

  app.delete(
    '/people/changes/:id',
    {
      config: { needs: ['team.manage'] },
      schema: {
        summary: 'Stop a change of several accounts: those who were not reached stay as they are',
        tags,
        params,
        response: { 200: PeopleChange },
      },
    },
    (req) => stopChange(deps, req.actor, req.params.id),
  )

  app.get(
    '/people/changes/:id/links',
    {
      config: { needs: ['team.manage'], isPrivate: true },
      schema: {
        summary: 'The invitation links that a change has made, a page at a time',
        tags,
        params,
        querystring: PeopleChangeLinksQuery,
        response: { 200: PeopleChangeLinks },
      },
    },
    (req) => linksOf(deps, req.actor, req.params.id, req.query.page),
  )
}
