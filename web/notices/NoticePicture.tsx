import {
  CalendarClock,
  Download,
  KeyRound,
  MessageSquare,
  Plus,
  ScanText,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import type { Notice } from '../../shared/notices.ts'
import { initials } from '../../shared/people.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Icon } from '../ui/Icon.tsx'
import { StatusGlyph } from '../requests/common/badges.tsx'
import { statusOf } from './notice-words.ts'
import styles from './notices.module.css'

const ICONS: Partial<Record<string, LucideIcon>> = {
  created: Plus,
  'due-soon': CalendarClock,
  overdue: TriangleAlert,
  'batch-ready': ScanText,
  'report-ready': Download,
  'backup-failed': TriangleAlert,
  'backup-missing': TriangleAlert,
  'sign-in': KeyRound,
}

/** The new status, the kind, or who did it. */
export function NoticePicture({ notice }: { notice: Notice }) {
  const { code, values } = notice
  const status = statusOf(notice)
  const icon = ICONS[code]
  if (status === null && !icon && values.actor) return <Avatar initials={initials(values.actor)} large />
  return (
    <span className={styles.picture} aria-hidden="true">
      {status === null ? <Icon of={icon ?? MessageSquare} /> : <StatusGlyph status={status} toned />}
    </span>
  )
}
