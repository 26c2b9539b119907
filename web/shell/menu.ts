import {
  ChartColumn,
  Download,
  LayoutDashboard,
  List,
  MessageSquare,
  Plus,
  Settings,
  User,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { Permission } from '../../shared/permissions.ts'

export interface MenuItem {
  label: string
  to: string
  /** Opens the New RFD Request dialog over the dashboard. */
  isNewRequest?: boolean
  icon: LucideIcon
  /** Everyone sees an item without one. */
  needs?: Permission
  /** Marked ADMIN. */
  admin?: boolean
  isCurrent: (pathname: string) => boolean
}

const within = (path: string) => (pathname: string) => pathname === path || pathname.startsWith(`${path}/`)

const MENU: readonly MenuItem[] = [
  {
    label: 'Dashboard',
    to: '/dashboard',
    icon: LayoutDashboard,
    isCurrent: (pathname) => pathname.startsWith('/dashboard'),
  },
  {
    label: 'New RFD Request',
    to: '/dashboard',
    isNewRequest: true,
    icon: Plus,
    needs: 'requests.create',
    isCurrent: () => false,
  },
  { label: 'All Requests', to: '/requests', icon: List, isCurrent: within('/requests') },
  { label: 'Analytics', to: '/analytics', icon: ChartColumn, needs: 'analytics.view', isCurrent: within('/analytics') },
  {
    label: 'AI Assistant',
    to: '/ai-assistant',
    icon: MessageSquare,
    needs: 'ai.assistant',
    isCurrent: within('/ai-assistant'),
  },
  { label: 'Profile', to: '/profile', icon: User, isCurrent: within('/profile') },
  {
    label: 'Team Management',
    to: '/team',
    icon: Users,
    needs: 'team.manage',
    admin: true,
    isCurrent: within('/team'),
  },
  { label: 'Export Reports', to: '/reports', icon: Download, needs: 'reports.export', isCurrent: within('/reports') },
  {
    label: 'Settings',
    to: '/settings',
    icon: Settings,
    needs: 'settings.manage',
    admin: true,
    isCurrent: within('/settings'),
  },
]

export function menuFor(permissions: readonly Permission[]): MenuItem[] {
  return MENU.filter((item) => !item.needs || permissions.includes(item.needs))
}
