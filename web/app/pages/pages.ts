import { matchPath } from 'react-router'
import type { Permission } from '../../../shared/permissions.ts'

export const PRODUCT = 'RFD Management Dashboard'
export const SUBTITLE = 'Request for Development Management'

export interface Page {
  /** as the router matches it */
  path: string
  /** in the window title, the phone's header, the heading and the menu */
  title: string
  /** Without it (of several: without all of them) the page says that access is restricted, and the menu omits it. */
  needs?: Permission | readonly Permission[]
  /** Shown to people without access: who has it. */
  restricted?: string
  /** `admin`: marked as for administrators */
  menu?: 'plain' | 'admin'
  /** Closed while an administrator sees the page as somebody else: the server refuses its data. */
  isPrivate?: true
  /** text of its card on the parent page */
  card?: string
}

const TEAM = {
  needs: 'team.manage',
  restricted: 'Administrator privileges are needed to manage the team.',
} as const
const ROLES = { ...TEAM, needs: ['team.manage', 'roles.manage'] } as const
const REPORTS = {
  needs: 'reports.export',
  restricted: 'Reports are only available to managers and administrators.',
} as const
const SETTINGS = {
  needs: 'settings.manage',
  restricted: 'Administrator privileges are needed to change settings.',
} as const

/** Every screen: router, menu, titles, cards and access are derived from this table. */
export const PAGES: readonly Page[] = [
  { path: '/login', title: 'Sign In' },
  { path: '/setup', title: 'Set up' },
  { path: '/invitation', title: 'Invitation' },
  { path: '/new-password', title: 'New password' },
  {
    path: '/dashboard/document-ai/:id',
    title: 'Document AI',
    needs: 'ai.documents',
    restricted: 'Document AI is only available to managers and administrators.',
  },
  { path: '/dashboard/*', title: 'Dashboard', menu: 'plain' },
  { path: '/requests', title: 'All Requests', menu: 'plain' },
  { path: '/requests/:id', title: 'Request' },
  {
    path: '/analytics',
    title: 'Analytics',
    needs: 'analytics.view',
    restricted: 'Analytics is only available to managers and administrators.',
    menu: 'plain',
  },
  {
    path: '/analytics/rows',
    title: 'Requests behind a figure',
    needs: 'analytics.view',
    restricted: 'Analytics is only available to managers and administrators.',
  },
  {
    path: '/ai-assistant',
    title: 'AI Assistant',
    needs: 'ai.assistant',
    restricted: 'Your role has no access to the assistant.',
    menu: 'plain',
    isPrivate: true,
  },
  { path: '/profile', title: 'Profile', menu: 'plain', isPrivate: true },
  { path: '/profile/notifications', title: 'Notifications', isPrivate: true },
  { path: '/team', title: 'Team Management', ...ROLES, menu: 'admin' },
  {
    path: '/team/users',
    title: 'User Management',
    ...TEAM,
    card: 'Who has an account: invite, edit, hand over, deactivate',
  },
  { path: '/team/users/import', title: 'Import from CSV', ...TEAM },
  {
    path: '/team/roles',
    title: 'Role Permissions',
    ...ROLES,
    card: 'What each role is allowed to do, and roles of your own',
  },
  {
    path: '/team/add-user',
    title: 'Add New User',
    ...TEAM,
    card: 'An invitation link for a new colleague',
  },
  {
    path: '/team/access',
    title: 'Who Can Do What',
    ...ROLES,
    needs: 'roles.manage',
    card: 'What one person can do, with one request too, and why not',
  },
  { path: '/team/roles/administrator', title: 'Administrator', ...ROLES },
  { path: '/team/roles/manager', title: 'Manager', ...ROLES },
  { path: '/team/roles/user', title: 'User', ...ROLES },
  { path: '/team/roles/new', title: 'New role', ...ROLES, needs: 'roles.manage' },
  { path: '/team/roles/:id', title: 'Role', ...ROLES },
  {
    path: '/reports',
    title: 'Export Reports',
    ...REPORTS,
    menu: 'plain',
  },
  { path: '/reports/new', title: 'New report', ...REPORTS },
  { path: '/reports/:id', title: 'Report', ...REPORTS },
  { path: '/reports/:id/edit', title: 'Edit report', ...REPORTS },
  {
    path: '/audit',
    title: 'Audit Log',
    needs: 'audit.read',
    restricted: 'The audit log is only open to those whose role may read it.',
    menu: 'plain',
    isPrivate: true,
  },
  { path: '/settings', title: 'Settings', ...SETTINGS, menu: 'admin' },
  {
    path: '/settings/email',
    title: 'Email Notifications',
    ...SETTINGS,
    card: 'The SMTP server that notifications, invitations and reports are sent through',
  },
  {
    path: '/settings/backup',
    title: 'Backup Settings',
    ...SETTINGS,
    needs: 'backups.manage',
    card: 'Copies of the whole office, proven by restoring them, and how long they are kept',
  },
  {
    path: '/settings/security',
    title: 'Security Policies',
    ...SETTINGS,
    card: 'Session timeout, passwords, sign-in throttling, who sees which requests, and blocked sign-ins',
  },
  {
    path: '/settings/general',
    title: 'General',
    ...SETTINGS,
    card: 'Name, time zone, working days, holidays, departments and published processing times',
  },
  {
    path: '/settings/ai',
    title: 'Language Model',
    ...SETTINGS,
    card: 'An optional endpoint for classifications, analyses and answers, and what is sent to it',
  },
  {
    path: '/settings/estimates',
    title: 'Estimates',
    ...SETTINGS,
    card: 'Whether processing times count every day or working days only',
  },
  {
    path: '/settings/documents',
    title: 'Documents',
    ...SETTINGS,
    card: 'Which files can be attached, how large they are, how much one person stores, and reading scans',
  },
  {
    path: '/settings/fair-use',
    title: 'Fair Use',
    ...SETTINGS,
    card: 'How many changes and AI calls one person may send',
  },
  {
    path: '/settings/jobs',
    title: 'Background Jobs',
    ...SETTINGS,
    card: 'What waits, runs or has failed in the background, and why',
  },
]

/** Whether these permissions include at least one of those needed; true if none is needed. */
export function maySee(needs: Page['needs'], permissions: readonly Permission[]): boolean {
  return needs === undefined || [needs].flat().some((one) => permissions.includes(one))
}

/** @returns undefined where there is no page */
export function pageOf(pathname: string): Page | undefined {
  return PAGES.find(({ path }) => matchPath(path, pathname))
}

/** @returns undefined where there is no page */
export function titleOf(pathname: string): string | undefined {
  return pageOf(pathname)?.title
}

export function windowTitle(pathname: string): string {
  if (pathname === '/') return PRODUCT
  return `${titleOf(pathname) ?? 'Page not found'} – ${PRODUCT}`
}
