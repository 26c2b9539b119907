import type { ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import { classes, type Tone } from './classes.ts'
import { Icon } from './Icon.tsx'

export interface NoteProps {
  tone?: Tone
  icon?: LucideIcon
  title?: ReactNode
  children?: ReactNode
  /** Buttons at the right end. */
  action?: ReactNode
  /** `alert` interrupts a screen reader, `status` waits. */
  role?: 'alert' | 'status'
  className?: string
}

/** An inline message, shown where it applies. */
export function Note({ tone, icon, title, children, action, role, className }: NoteProps) {
  return (
    <div className={classes('note', tone && `tone-${tone}`, className)} role={role}>
      {icon && <Icon of={icon} />}
      <div className="grow">
        {title && <b>{title}</b>}
        {children}
      </div>
      {action}
    </div>
  )
}
