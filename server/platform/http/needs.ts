import { type Permission, PERMISSIONS } from '../../../shared/permissions.ts'

/**
 * The permissions that a route needs. Declares what the service enforces and enforces nothing itself: the API document
 * and docs/permissions.md are generated from it, and `permissions.test.ts` verifies it by calling with and without each
 * permission.
 */
export type Needs = readonly Permission[] | SomeNeeds

interface SomeNeeds {
  /** refused if any of these is missing */
  all?: readonly Permission[]
  /** refused if all of these are missing */
  oneOf?: readonly Permission[]
  /** only for some calls: which ones, beginning with "to" */
  sometimes?: Partial<Record<Permission, string>>
}

/** For `requests.viewAll`, on routes about a request that may be another person's. */
export const SEE_OTHERS = 'to see those of others where people see only their own'

/** For `comments.internal`, on routes that also answer without what is internal. */
export const INTERNAL_TOO = 'to get internal notes, too'

export interface StatedNeeds {
  all: readonly Permission[]
  oneOf: readonly Permission[]
  sometimes: Partial<Record<Permission, string>>
}

export function statedNeeds(needs: Needs): StatedNeeds {
  const { all = [], oneOf = [], sometimes = {} } = 'length' in needs ? { all: needs } : needs
  return { all, oneOf, sometimes }
}

/** In words: "`requests.edit`; `requests.assign` to change the assignee". */
export function needsInWords({ all, oneOf, sometimes }: StatedNeeds): string {
  const names = (permissions: readonly Permission[], between: string) =>
    permissions.map((one) => `\`${one}\``).join(between)
  const parts = [
    all.length === PERMISSIONS.length ? 'every permission' : names(all, ' and '),
    names(oneOf, ' or '),
    ...Object.entries(sometimes).map(([permission, when]) => `\`${permission}\` ${when}`),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('; ') : 'a session'
}
