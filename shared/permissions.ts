/** What a role may do. Enforced in the services; the page only hides what would be refused. */
export const PERMISSIONS = [
  'requests.create',
  'requests.edit',
  'requests.assign',
  'requests.viewAll',
  'requests.cancelOwn',
  'requests.cancelAny',
  'comments.create',
  'comments.internal',
  'documents.upload',
  'documents.delete',
  'ai.classify',
  'ai.estimate',
  'ai.batch',
  'ai.documents',
  'ai.assistant',
  'dashboard.view',
  'analytics.view',
  'reports.export',
  'reports.schedule',
  'team.manage',
  'roles.manage',
  'settings.manage',
  'backups.manage',
  'audit.read',
] as const
export type Permission = (typeof PERMISSIONS)[number]

export function isPermission(value: unknown): value is Permission {
  return (PERMISSIONS as readonly string[]).includes(value as string)
}

const EVERYONE: Permission[] = [
  'requests.create',
  'requests.cancelOwn',
  'comments.create',
  'documents.upload',
  'ai.classify',
  'ai.estimate',
  'ai.assistant',
]
const MANAGERS: Permission[] = [
  ...EVERYONE,
  'requests.edit',
  'requests.assign',
  'requests.viewAll',
  'requests.cancelAny',
  'comments.internal',
  'documents.delete',
  'ai.batch',
  'ai.documents',
  'dashboard.view',
  'analytics.view',
  'reports.export',
  'reports.schedule',
]

/** Initial permissions of the built-in roles: the table of the specification's section 6. */
export const BUILT_IN_ROLES: Record<'user' | 'manager' | 'admin', { name: string; permissions: Permission[] }> = {
  user: { name: 'User', permissions: EVERYONE },
  manager: { name: 'Manager', permissions: MANAGERS },
  admin: { name: 'Administrator', permissions: [...PERMISSIONS] },
}

/** Administrator, Manager, User; a custom role by its name, otherwise its id; Guest if not signed in. */
export function roleLabel(role: string | null | undefined, name?: string): string {
  if (!role) return 'Guest'
  return Object.hasOwn(BUILT_IN_ROLES, role) ? BUILT_IN_ROLES[role as keyof typeof BUILT_IN_ROLES].name : (name ?? role)
}
