import { z } from 'zod'
import {
  DepartmentList,
  DepartmentName,
  DepartmentOrder,
  DepartmentRename,
  DepartmentSettings,
  Retirement,
} from '../../../shared/department-settings.ts'
import type { App } from '../../platform/http/app.ts'
import type { Deps } from './deps.ts'
import { addDepartment, orderDepartments, reinstateDepartment, renameDepartment, retireDepartment } from './service.ts'
import { getDepartmentSettings } from './settings.ts'

const tags = ['Settings']
const Key = z.object({ key: z.string() })
const config = { needs: ['settings.manage'] } as const
const response = { 200: DepartmentSettings }

export function departmentRoutes(app: App, deps: Deps): void {
  app.get(
    '/departments',
    {
      config: { tagged: true, needs: [] },
      schema: {
        summary: 'The departments of the office in its order, retired ones too',
        tags: ['Requests'],
        response: { 200: DepartmentList },
      },
    },
    async () => ({ departments: [...(await deps.settings.policy()).departments.all] }),
  )

  app.get(
    '/settings/departments',
    { config, schema: { summary: 'The departments with how many requests are in each', tags, response } },
    (req) => getDepartmentSettings(deps, req.actor),
  )

  app.post(
    '/settings/departments',
    {
      config: { ...config, idempotent: true },
      schema: { summary: 'Add a department; its key is made from its name', tags, body: DepartmentName, response },
    },
    (req) => addDepartment(deps, req.actor, req.body, req.idempotentCall),
  )

  app.put(
    '/settings/departments/order',
    { config, schema: { summary: 'Put all departments in order', tags, body: DepartmentOrder, response } },
    (req) => orderDepartments(deps, req.actor, req.body),
  )

  app.patch(
    '/settings/departments/:key',
    { config, schema: { summary: 'Rename a department', tags, params: Key, body: DepartmentRename, response } },
    (req) => renameDepartment(deps, req.actor, req.params.key, req.body),
  )

  app.put(
    '/settings/departments/:key/retirement',
    {
      config: { needs: { all: ['settings.manage'], sometimes: { 'team.manage': 'to move its people' } } },
      schema: {
        summary: 'Retire a department; its open requests and its people stay or are moved in the background',
        tags,
        params: Key,
        body: Retirement,
        response,
      },
    },
    (req) => retireDepartment(deps, req.actor, req.params.key, req.body),
  )

  app.delete(
    '/settings/departments/:key/retirement',
    { config, schema: { summary: 'Bring a retired department back', tags, params: Key, response } },
    (req) => reinstateDepartment(deps, req.actor, req.params.key),
  )
}
