import { z } from 'zod'
import { Department } from './requests.ts'
import { LIMITS, requiredLine } from './text.ts'

/** A department of the office, as `OfficeDepartment` in `shared/departments.ts`. */
const Known = z.object({
  key: z.string(),
  name: z.string(),
  retiredAt: z.string().nullable(),
  successor: z.string().nullable(),
})

/** Answer of GET /api/departments: in the order of the office, retired ones too. */
export const DepartmentList = z.object({ departments: z.array(Known) })
export type DepartmentList = z.infer<typeof DepartmentList>

/** Answer of every call below /api/settings/departments. */
export const DepartmentSettings = z.object({
  departments: z.array(
    Known.extend({
      /** requests in all */
      requests: z.int(),
      /** pending or in progress */
      open: z.int(),
      /** people who have it in their account */
      people: z.int(),
      /** of a retired one: where its open requests are moved; null: they stay */
      openTo: z.string().nullable(),
      /** its open requests or its people are being moved */
      isMoving: z.boolean(),
    }),
  ),
})
export type DepartmentSettings = z.infer<typeof DepartmentSettings>

/** Body of POST /api/settings/departments. */
export const DepartmentName = z.strictObject({ name: requiredLine('Name is required', LIMITS.name) })
export type DepartmentName = z.infer<typeof DepartmentName>

/** Body of PATCH /api/settings/departments/{key}. */
export const DepartmentRename = DepartmentName.extend({
  /** the name that the editor saw; a department that has another one by then is not renamed */
  previousName: z.string('This must be text').max(LIMITS.name).optional(),
})
export type DepartmentRename = z.infer<typeof DepartmentRename>

/** Body of PUT /api/settings/departments/order: every key once. */
export const DepartmentOrder = z.strictObject({ keys: z.array(Department).max(1000) })
export type DepartmentOrder = z.infer<typeof DepartmentOrder>

/** Body of PUT /api/settings/departments/{key}/retirement. */
export const Retirement = z.strictObject({
  /** takes over its work from now on; null: no department does */
  successor: Department.nullable(),
  /** where its open requests are moved; without it they stay */
  openTo: Department.nullable().optional(),
  /** which department its people get; without it they keep this one */
  peopleTo: Department.nullable().optional(),
})
export type Retirement = z.infer<typeof Retirement>
