import type { Role } from './office.ts'

/** Every screen, with the most curious role that sees something of its own there. */
export const SCREENS: { path: string; role: Role | null; heading: string }[] = [
  { path: '/login', role: null, heading: 'Sign In' },
  { path: '/dashboard', role: 'manager', heading: 'Dashboard' },
  { path: '/dashboard', role: 'user', heading: 'Dashboard' },
  { path: '/dashboard?view=ai-analysis', role: 'manager', heading: 'Dashboard' },
  { path: '/dashboard?view=document-ai', role: 'manager', heading: 'Dashboard' },
  { path: '/requests', role: 'user', heading: 'All Requests' },
  { path: '/requests?search=zzz-nothing', role: 'user', heading: 'All Requests' },
  { path: '/requests', role: 'admin', heading: 'All Requests' },
  { path: '/analytics', role: 'manager', heading: 'Analytics' },
  { path: '/analytics', role: 'user', heading: 'Analytics' },
  { path: '/ai-assistant', role: 'user', heading: 'RFD Assistant' },
  { path: '/ai-assistant', role: 'manager', heading: 'AI Virtual Assistant' },
  { path: '/profile', role: 'user', heading: 'Profile' },
  { path: '/team', role: 'admin', heading: 'Team Management' },
  { path: '/team', role: 'user', heading: 'Team Management' },
  { path: '/reports', role: 'manager', heading: 'Export Reports' },
  { path: '/settings', role: 'admin', heading: 'Settings' },
  { path: '/settings', role: 'manager', heading: 'Settings' },
  { path: '/settings/ai', role: 'admin', heading: 'Language Model' },
  { path: '/settings/estimates', role: 'admin', heading: 'Estimates' },
  { path: '/settings/fair-use', role: 'admin', heading: 'Fair Use' },
  { path: '/settings/security', role: 'admin', heading: 'Security Policies' },
  { path: '/no-such-page', role: 'user', heading: '404 Page Not Found' },
]
