import { z } from 'zod'
import type { Permission } from './permissions.ts'

/** Two duties that offices separate, because a person with both can act unnoticed (segregation of duties). */
export interface DutyConflict {
  id: string
  title: string
  why: string
  /** a person with all of them has both duties */
  permissions: readonly Permission[]
}

/**
 * The fixed list. Short, because a warning about everything warns of nothing: three pairs of a powerful permission and the
 * audit log that would show its misuse, and one pair about requests.
 */
export const DUTY_CONFLICTS: readonly DutyConflict[] = [
  {
    id: 'own-requests',
    title: 'Submits requests and completes them',
    why: 'Nobody else has to look at a request that its own requester completes.',
    permissions: ['requests.create', 'requests.edit'],
  },
  {
    id: 'roles-and-audit',
    title: 'Changes roles and reads the audit log',
    why: 'Whoever checks who was given what should not be the one who gives it.',
    permissions: ['roles.manage', 'audit.read'],
  },
  {
    id: 'team-and-audit',
    title: 'Manages people and reads the audit log',
    why: 'Whoever opens and closes accounts should not be the one who checks it.',
    permissions: ['team.manage', 'audit.read'],
  },
  {
    id: 'settings-and-audit',
    title: 'Changes settings and reads the audit log',
    why: 'Whoever can loosen the security policy should not be the one who checks it.',
    permissions: ['settings.manage', 'audit.read'],
  },
]

export function dutyConflictsOf(permissions: readonly Permission[]): DutyConflict[] {
  return DUTY_CONFLICTS.filter((conflict) => conflict.permissions.every((one) => permissions.includes(one)))
}

/** Names in one answer; further holders are only counted. */
export const NAMED_HOLDERS = 10

/** Answer of GET /api/duty-conflicts: present conflicts and the people who have them. Conflicts without people are left out. */
export const DutyConflicts = z.object({
  conflicts: z.array(
    z.object({
      id: z.string(),
      roles: z.array(z.object({ id: z.string(), name: z.string() })),
      people: z.array(z.object({ id: z.string(), firstName: z.string(), lastName: z.string() })),
      /** of active accounts */
      total: z.int(),
    }),
  ),
})
export type DutyConflicts = z.infer<typeof DutyConflicts>
