import { z } from 'zod'
import { PERMISSIONS } from './permissions.ts'
import { ROLE_NAME_LIMITS } from './role-limits.ts'
import { line, optionalLine, requiredLine } from './text.ts'

const Permissions = z
  .array(z.enum(PERMISSIONS, 'There is no such permission'), 'Permissions must be a list')
  .max(PERMISSIONS.length, `At most ${PERMISSIONS.length} permissions`)

/** A role, built in or custom. */
export const Role = z.object({
  /** on the wire everywhere: admin, manager, user, or a slug of a custom role's name */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** cannot be renamed or deleted */
  isBuiltIn: z.boolean(),
  /** active accounts in this role */
  people: z.int(),
  /** deactivated ones; they also need another role when it is deleted */
  inactivePeople: z.int(),
  version: z.int(),
})
export type Role = z.infer<typeof Role>

/** Answer of GET /api/roles: Administrator, Manager, User, then custom roles by name. */
export const Roles = z.object({ roles: z.array(Role) })
export type Roles = z.infer<typeof Roles>

/** Body of POST /api/roles. */
export const NewRole = z.strictObject({
  name: requiredLine('Name is required', ROLE_NAME_LIMITS.name),
  description: optionalLine(ROLE_NAME_LIMITS.description),
  permissions: Permissions,
})
export type NewRole = z.infer<typeof NewRole>

/** An empty description removes it. */
const Description = line(ROLE_NAME_LIMITS.description).optional()

/** Body of PUT /api/roles/:id. Name and description only apply to custom roles; omitted fields are unchanged. */
export const RoleChange = z.strictObject({
  name: requiredLine('Name is required', ROLE_NAME_LIMITS.name).optional(),
  description: Description,
  permissions: Permissions,
  /** of the role as the editor loaded it */
  version: z.int('version must be a whole number'),
})
export type RoleChange = z.infer<typeof RoleChange>

/** 409: another person's change to the role was saved first. */
export const RoleConflict = z.object({ error: z.string(), code: z.literal('stale-version'), current: Role })
export type RoleConflict = z.infer<typeof RoleConflict>

/** Query of DELETE /api/roles/:id: the role that its people are moved to. */
export const RoleDeletion = z.strictObject({ successor: z.string().min(1).max(100).optional() })

export const RolePeopleQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
})
export type RolePeopleQuery = z.infer<typeof RolePeopleQuery>

/** Answer of GET /api/roles/:id/people: active accounts, by name. */
export const RolePeople = z.object({
  people: z.array(z.object({ id: z.string(), firstName: z.string(), lastName: z.string() })),
  total: z.int(),
})
export type RolePeople = z.infer<typeof RolePeople>
