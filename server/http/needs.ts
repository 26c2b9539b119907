import type { Permission } from '../../shared/permissions.ts'

/**
 * What a route needs of the caller's role. It says what the service checks and checks nothing itself: the document of the API
 * and docs/permissions.md are made from it, and `permissions.test.ts` proves it by calling with and without each permission.
 */
export type Needs = readonly Permission[] | SomeNeeds

interface SomeNeeds {
  /** refused without any of these */
  all?: readonly Permission[]
  /** refused without one of these */
  oneOf?: readonly Permission[]
  /** for some calls only: which, beginning with "to" */
  sometimes?: Partial<Record<Permission, string>>
}

/** Of `requests.viewAll`, where a route is about a request that may be somebody else's. */
export const SEE_OTHERS = 'to see those of others where people see only their own'

export interface StatedNeeds {
  all: readonly Permission[]
  oneOf: readonly Permission[]
  sometimes: Partial<Record<Permission, string>>
}

export function statedNeeds(needs: Needs): StatedNeeds {
  const { all = [], oneOf = [], sometimes = {} } = 'length' in needs ? { all: needs } : needs
  return { all, oneOf, sometimes }
}

/** For people: "`requests.edit`; `requests.assign` to change the assignee". */
export function needsInWords({ all, oneOf, sometimes }: StatedNeeds): string {
  const names = (permissions: readonly Permission[], between: string) =>
    permissions.map((one) => `\`${one}\``).join(between)
  const parts = [
    names(all, ' and '),
    names(oneOf, ' or '),
    ...Object.entries(sometimes).map(([permission, when]) => `\`${permission}\` ${when}`),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('; ') : 'a session'
}
