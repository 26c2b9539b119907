/** Few enough to be listed, compared and read in one query. */
export const MAX_ROLES = 200
/** Separate from the schemas, for the page. */
export const ROLE_NAME_LIMITS = { name: 60, description: 300 } as const
