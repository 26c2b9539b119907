import { z } from 'zod'
import {
  Deactivated,
  Deactivation,
  Invited,
  NewPerson,
  PeopleList,
  PeopleQuery,
  Person,
  PersonChange,
  PersonConflict,
} from '../../shared/team.ts'
import { Problem } from '../../shared/problem.ts'
import { reference } from '../../shared/text.ts'
import type { App } from '../platform/http/app.ts'
import { deactivate, endSessionsOf, makeLinkFor, reactivate, withdrawInvitation } from './access.ts'
import type { Deps } from './deps.ts'
import { editPerson } from './edit.ts'
import { getPerson, invite, listPeople } from './service.ts'
import { importRoutes } from './imports/routes.ts'
import { peopleChangeRoutes } from './several/routes.ts'

const tags = ['People']
const IdParams = z.object({ id: reference() })

export function peopleRoutes(app: App, deps: Deps): void {
  accountRoutes(app, deps)
  importRoutes(app, deps)
  peopleChangeRoutes(app, deps)
  accessRoutes(app, deps)
}

function accountRoutes(app: App, deps: Deps): void {
  app.get(
    '/people',
    {
      config: { needs: ['team.manage'] },
      schema: {
        summary: 'Accounts, invited and deactivated ones too, by page',
        tags,
        querystring: PeopleQuery,
        response: { 200: PeopleList },
      },
    },
    (req) => listPeople(deps, req.actor, req.query),
  )

  app.post(
    '/people',
    {
      config: { needs: ['team.manage'], idempotent: true, fails: [409] },
      schema: {
        summary: 'Invite somebody; the answer has the one-time link',
        tags,
        body: NewPerson,
        response: { 201: Invited },
      },
    },
    async (req, reply) => reply.code(201).send(await invite(deps, req.actor, req.body, req.idempotentCall)),
  )

  app.get(
    '/people/:id',
    {
      config: { needs: ['team.manage'] },
      schema: { summary: 'One account', tags, params: IdParams, response: { 200: Person } },
    },
    (req) => getPerson(deps, req.actor, req.params.id),
  )

  app.patch(
    '/people/:id',
    {
      config: { needs: ['team.manage'] },
      schema: {
        summary: 'Change an account; needs the version that was read',
        tags,
        params: IdParams,
        body: PersonChange,
        response: { 200: Person, 409: z.union([PersonConflict, Problem]) },
      },
    },
    (req) => editPerson(deps, req.actor, req.params.id, req.body),
  )
}

function accessRoutes(app: App, deps: Deps): void {
  app.put(
    '/people/:id/deactivation',
    {
      config: { needs: { all: ['team.manage'], sometimes: { 'requests.assign': 'to hand over open requests' } } },
      schema: {
        summary: 'Deactivate an account, and hand over its open requests where asked for',
        tags,
        params: IdParams,
        body: Deactivation,
        response: { 200: Deactivated },
      },
    },
    (req) => deactivate(deps, req.actor, req.params.id, req.body),
  )

  app.delete(
    '/people/:id/deactivation',
    {
      config: { needs: ['team.manage'] },
      schema: { summary: 'Reactivate an account', tags, params: IdParams, response: { 200: Person } },
    },
    (req) => reactivate(deps, req.actor, req.params.id),
  )

  app.post(
    '/people/:id/links',
    {
      config: { needs: ['team.manage'], idempotent: true },
      schema: {
        summary: 'A new one-time link: an invitation, or a way to another password. It replaces the one before',
        tags,
        params: IdParams,
        response: { 201: Invited },
      },
    },
    async (req, reply) => reply.code(201).send(await makeLinkFor(deps, req.actor, req.params.id, req.idempotentCall)),
  )

  app.delete(
    '/people/:id/invitation',
    {
      config: { needs: ['team.manage'], fails: [409] },
      schema: { summary: 'Withdraw an invitation', tags, params: IdParams, response: { 204: z.null() } },
    },
    async (req, reply) => {
      await withdrawInvitation(deps, req.actor, req.params.id)
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/people/:id/sessions',
    {
      config: { needs: ['team.manage'] },
      schema: { summary: 'Sign somebody out everywhere', tags, params: IdParams, response: { 204: z.null() } },
    },
    async (req, reply) => {
      await endSessionsOf(deps, req.actor, req.params.id)
      return reply.code(204).send(null)
    },
  )
}
