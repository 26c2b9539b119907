import { z } from 'zod'
import { Department } from './requests.ts'
import { LIMITS, requiredText } from './text.ts'

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
      /** its open requests are being moved to the successor */
      isMoving: z.boolean(),
    }),
  ),
})
export type DepartmentSettings = z.infer<typeof DepartmentSettings>

/** Body of POST /api/settings/departments and of PATCH for one of them. */
export const DepartmentName = z.strictObject({ name: requiredText('Name is required', LIMITS.name) })
export type DepartmentName = z.infer<typeof DepartmentName>

/** Body of PUT /api/settings/departments/order: every key once. */
export const DepartmentOrder = z.strictObject({ keys: z.array(Department).max(1000) })
export type DepartmentOrder = z.infer<typeof DepartmentOrder>

/** Body of PUT /api/settings/departments/{key}/retirement. */
export const Retirement = z.strictObject({
  /** takes over its work from now on; null: no department does */
  successor: Department.nullable(),
  /** whether its open requests move to the successor or stay */
  moveOpen: z.boolean({ error: 'This must be on or off' }),
})
export type Retirement = z.infer<typeof Retirement>
