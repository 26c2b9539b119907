/** An office has no more roles than that, so that they are listed, compared and read in one go. */
export const MOST_ROLES = 200
/** Without the schemas, for the page. */
export const ROLE_NAME_LIMITS = { name: 60, description: 300 } as const
