import { matchPath } from 'react-router'
import type { Permission } from '../../../shared/permissions.ts'
import { say, text, type Text } from '../../../shared/texts/say.ts'

export const PRODUCT = text('RFD Management Dashboard')
export const SUBTITLE = text('Request for Development Management')

export interface Page {
  /** as the router matches it */
  path: string
  /** in the window title, the phone's header, the heading and the menu */
  title: Text
  /** Without it (of several: without all of them) the page says that access is restricted, and the menu omits it. */
  needs?: Permission | readonly Permission[]
  /** Shown to people without access: who has it. */
  restricted?: Text
  /** `admin`: marked as for administrators */
  menu?: 'plain' | 'admin'
  /** Closed while an administrator sees the page as somebody else: the server refuses its data. */
  isPrivate?: true
  /** text of its card on the parent page */
  card?: Text
}

const TEAM = {
  needs: 'team.manage',
  restricted: text('Administrator privileges are needed to manage the team.'),
} as const
const ROLES = { ...TEAM, needs: ['team.manage', 'roles.manage'] } as const
const REPORTS = {
  needs: 'reports.export',
  restricted: text('Reports are only available to managers and administrators.'),
} as const
const SETTINGS = {
  needs: 'settings.manage',
  restricted: text('Administrator privileges are needed to change settings.'),
} as const

/** Every screen: router, menu, titles, cards and access are derived from this table. */
export const PAGES: readonly Page[] = [
  { path: '/login', title: text('Sign In') },
  { path: '/setup', title: text('Set up') },
  { path: '/invitation', title: text('Invitation') },
  { path: '/new-password', title: text('New password') },
  {
    path: '/dashboard/document-ai/:id',
    title: text('Document AI'),
    needs: 'ai.documents',
    restricted: text('Document AI is only available to managers and administrators.'),
  },
  { path: '/dashboard/*', title: text('Dashboard'), menu: 'plain' },
  { path: '/requests', title: text('All Requests'), menu: 'plain' },
  { path: '/requests/:id', title: text('Request') },
  {
    path: '/analytics',
    title: text('Analytics'),
    needs: 'analytics.view',
    restricted: text('Analytics is only available to managers and administrators.'),
    menu: 'plain',
  },
  {
    path: '/analytics/rows',
    title: text('Requests behind a figure'),
    needs: 'analytics.view',
    restricted: text('Analytics is only available to managers and administrators.'),
  },
  {
    path: '/ai-assistant',
    title: text('AI Assistant'),
    needs: 'ai.assistant',
    restricted: text('Your role has no access to the assistant.'),
    menu: 'plain',
    isPrivate: true,
  },
  { path: '/profile', title: text('Profile'), menu: 'plain', isPrivate: true },
  { path: '/profile/notifications', title: text('Notifications'), isPrivate: true },
  { path: '/team', title: text('Team Management'), ...ROLES, menu: 'admin' },
  {
    path: '/team/users',
    title: text('User Management'),
    ...TEAM,
    card: text('Who has an account: invite, edit, hand over, deactivate'),
  },
  { path: '/team/users/import', title: text('Import from CSV'), ...TEAM },
  {
    path: '/team/roles',
    title: text('Role Permissions'),
    ...ROLES,
    card: text('What each role is allowed to do, and roles of your own'),
  },
  {
    path: '/team/add-user',
    title: text('Add New User'),
    ...TEAM,
    card: text('An invitation link for a new colleague'),
  },
  {
    path: '/team/access',
    title: text('Who Can Do What'),
    ...ROLES,
    needs: 'roles.manage',
    card: text('What one person can do, with one request too, and why not'),
  },
  { path: '/team/roles/administrator', title: text('Administrator'), ...ROLES },
  { path: '/team/roles/manager', title: text('Manager'), ...ROLES },
  { path: '/team/roles/user', title: text('User'), ...ROLES },
  { path: '/team/roles/new', title: text('New role'), ...ROLES, needs: 'roles.manage' },
  { path: '/team/roles/:id', title: text('Role'), ...ROLES },
  {
    path: '/reports',
    title: text('Export Reports'),
    ...REPORTS,
    menu: 'plain',
  },
  { path: '/reports/new', title: text('New report'), ...REPORTS },
  { path: '/reports/:id', title: text('Report'), ...REPORTS },
  { path: '/reports/:id/edit', title: text('Edit report'), ...REPORTS },
  {
    path: '/audit',
    title: text('Audit Log'),
    needs: 'audit.read',
    restricted: text('The audit log is only open to those whose role may read it.'),
    menu: 'plain',
    isPrivate: true,
  },
  { path: '/settings', title: text('Settings'), ...SETTINGS, menu: 'admin' },
  {
    path: '/settings/email',
    title: text('Email Notifications'),
    ...SETTINGS,
    card: text('The SMTP server that notifications, invitations and reports are sent through'),
  },
  {
    path: '/settings/backup',
    title: text('Backup Settings'),
    ...SETTINGS,
    needs: 'backups.manage',
    card: text('Copies of the whole office, proven by restoring them, and how long they are kept'),
  },
  {
    path: '/settings/security',
    title: text('Security Policies'),
    ...SETTINGS,
    card: text('Session timeout, passwords, sign-in throttling, who sees which requests, and blocked sign-ins'),
  },
  {
    path: '/settings/general',
    title: text('General'),
    ...SETTINGS,
    card: text('Name, time zone, working days, holidays, departments and published processing times'),
  },
  {
    path: '/settings/ai',
    title: text('Language Model'),
    ...SETTINGS,
    card: text('An optional endpoint for classifications, analyses and answers, and what is sent to it'),
  },
  {
    path: '/settings/estimates',
    title: text('Estimates'),
    ...SETTINGS,
    card: text('Whether processing times count every day or working days only'),
  },
  {
    path: '/settings/documents',
    title: text('Documents'),
    ...SETTINGS,
    card: text('Which files can be attached, how large they are, how much one person stores, and reading scans'),
  },
  {
    path: '/settings/fair-use',
    title: text('Fair Use'),
    ...SETTINGS,
    card: text('How many changes and AI calls one person may send'),
  },
  {
    path: '/settings/jobs',
    title: text('Background Jobs'),
    ...SETTINGS,
    card: text('What waits, runs or has failed in the background, and why'),
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
  const title = pageOf(pathname)?.title
  return title && say(title)
}

export function windowTitle(pathname: string): string {
  if (pathname === '/') return say(PRODUCT)
  return `${titleOf(pathname) ?? say('Page not found')} – ${say(PRODUCT)}`
}
