import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import styles from './disclosure.module.css'

/** Closed at first, opened by its summary line with mouse, keyboard or screen reader alike. */
export function Disclosure({
  label,
  children,
  className,
}: {
  label: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <details className={classes(styles.disclosure, className)}>
      <summary className={styles.label}>
        <Icon of={ChevronRight} size="s" />
        {label}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
