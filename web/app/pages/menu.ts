import {
  ChartColumn,
  Download,
  LayoutDashboard,
  List,
  MessageSquare,
  ScrollText,
  Plus,
  Settings,
  User,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { Permission } from '../../../shared/permissions.ts'
import { text, type Text } from '../../../shared/texts/say.ts'
import { maySee, type Page, PAGES } from './pages.ts'

export interface MenuItem {
  label: Text
  to: string
  /** Opens the New RFD Request dialog over the dashboard. */
  isNewRequest?: boolean
  icon: LucideIcon
  /** An item without it is visible to everyone. */
  needs?: Page['needs']
  /** Marked ADMIN. */
  admin?: boolean
}

/** Separate from the table of pages, which the sign-in page needs without the icons. */
const ICONS: Record<string, LucideIcon> = {
  '/dashboard': LayoutDashboard,
  '/requests': List,
  '/analytics': ChartColumn,
  '/ai-assistant': MessageSquare,
  '/profile': User,
  '/team': Users,
  '/reports': Download,
  '/audit': ScrollText,
  '/settings': Settings,
}

const NEW_REQUEST: MenuItem = {
  label: text('New RFD Request'),
  to: '/dashboard',
  isNewRequest: true,
  icon: Plus,
  needs: 'requests.create',
}

const MENU = PAGES.filter(({ menu }) => menu)
  .map(({ path, title, needs, menu }): MenuItem => {
    const to = path.replace(/\/\*$/, '')
    return { label: title, to, icon: ICONS[to] ?? List, needs, admin: menu === 'admin' }
  })
  .toSpliced(1, 0, NEW_REQUEST)

export function menuFor(permissions: readonly Permission[]): MenuItem[] {
  return MENU.filter((item) => maySee(item.needs, permissions))
}

/** An item is also current on pages below its own; the dashboard's on every address with its prefix, as specified. */
export function isCurrent({ to, isNewRequest }: MenuItem, pathname: string): boolean {
  if (isNewRequest) return false
  return pathname === to || pathname.startsWith(to === '/dashboard' ? to : `${to}/`)
}
