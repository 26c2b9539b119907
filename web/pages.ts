export const PRODUCT = 'RFD Management Dashboard'
export const SUBTITLE = 'Request for Development Management'
/** Whose requests these are. */
export const OFFICE_NAME = 'Customs Trade System Programme'

/** Where each screen is and what it is called: its title in the window, in the phone's band and in its heading. */
const PAGES: readonly { path: string; title: string }[] = [
  { path: '/login', title: 'Sign In' },
  { path: '/setup', title: 'Set up' },
  { path: '/dashboard', title: 'Dashboard' },
  { path: '/requests', title: 'All Requests' },
  { path: '/analytics', title: 'Analytics' },
  { path: '/ai-assistant', title: 'AI Assistant' },
  { path: '/profile', title: 'Profile' },
  { path: '/team', title: 'Team Management' },
  { path: '/team/users', title: 'User Management' },
  { path: '/team/roles', title: 'Role Permissions' },
  { path: '/team/add-user', title: 'Add New User' },
  { path: '/team/roles/administrator', title: 'Administrator' },
  { path: '/team/roles/manager', title: 'Manager' },
  { path: '/team/roles/user', title: 'User' },
  { path: '/reports', title: 'Export Reports' },
  { path: '/settings', title: 'Settings' },
  { path: '/settings/ai', title: 'Language Model' },
  { path: '/settings/estimates', title: 'Estimates' },
  { path: '/settings/fair-use', title: 'Fair Use' },
  { path: '/settings/email', title: 'Email Notifications' },
  { path: '/settings/backup', title: 'Backup Settings' },
  { path: '/settings/security', title: 'Security Policies' },
]

/** @returns undefined where there is no page */
export function titleOf(pathname: string): string | undefined {
  if (pathname.startsWith('/dashboard/')) return 'Dashboard'
  if (/^\/requests\/[^/]+$/.test(pathname)) return 'Request'
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  return PAGES.find((page) => page.path === path)?.title
}

export function windowTitle(pathname: string): string {
  if (pathname === '/') return PRODUCT
  return `${titleOf(pathname) ?? 'Page not found'} – ${PRODUCT}`
}
