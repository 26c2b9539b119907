import { z } from 'zod'
import { DutyConflicts } from '../../../shared/duties.ts'
import { Problem } from '../../../shared/problem.ts'
import {
  NewRole,
  Role,
  RoleChange,
  RoleConflict,
  RoleDeletion,
  RolePeople,
  RolePeopleQuery,
  Roles,
} from '../../../shared/roles.ts'
import { reference } from '../../../shared/text.ts'
import type { App } from '../../platform/http/app.ts'
import type { Deps } from './deps.ts'
import { listDutyConflicts } from './duty-conflicts.ts'
import { changeRole, createRole } from './service.ts'
import { removeRole } from './removal.ts'
import { listPeople, listRoles } from './list.ts'

const RoleParams = z.object({ id: reference() })
const tags = ['Roles']

export function roleRoutes(app: App, deps: Deps): void {
  app.get(
    '/roles',
    {
      config: { needs: { oneOf: ['roles.manage', 'team.manage'] } },
      schema: { summary: 'What each role may do, and how many hold it', tags, response: { 200: Roles } },
    },
    async (req) => ({ roles: await listRoles(deps, req.actor) }),
  )

  app.get(
    '/roles/:id/people',
    {
      config: { needs: { oneOf: ['roles.manage', 'team.manage'] } },
      schema: {
        summary: 'Who holds a role, by name',
        tags,
        params: RoleParams,
        querystring: RolePeopleQuery,
        response: { 200: RolePeople },
      },
    },
    (req) => listPeople(deps, req.actor, req.params.id, req.query),
  )

  app.get(
    '/duty-conflicts',
    {
      config: { needs: { oneOf: ['roles.manage', 'team.manage'] } },
      schema: { summary: 'Who has duties that offices keep apart', tags, response: { 200: DutyConflicts } },
    },
    (req) => listDutyConflicts(deps, req.actor),
  )

  app.post(
    '/roles',
    {
      config: { needs: ['roles.manage'], idempotent: true },
      schema: { summary: 'Add a role of the office’s own', tags, body: NewRole, response: { 201: Role } },
    },
    async (req, reply) => reply.code(201).send(await createRole(deps, req.actor, req.body, req.idempotentCall)),
  )

  app.put(
    '/roles/:id',
    {
      config: { needs: ['roles.manage'] },
      schema: {
        summary: 'Change what a role may do; refused when somebody else changed it first',
        tags,
        params: RoleParams,
        body: RoleChange,
        response: { 200: Role, 409: z.union([RoleConflict, Problem]) },
      },
    },
    (req) => changeRole(deps, req.actor, req.params.id, req.body),
  )

  app.delete(
    '/roles/:id',
    {
      config: { needs: ['roles.manage'], fails: [409] },
      schema: {
        summary: 'Delete a role of the office’s own; its people get the successor',
        tags,
        params: RoleParams,
        querystring: RoleDeletion,
        response: { 204: z.null() },
      },
    },
    async (req, reply) => {
      await removeRole(deps, req.actor, req.params.id, req.query.successor)
      return reply.code(204).send(null)
    },
  )
}
