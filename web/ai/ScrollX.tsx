import type { ReactNode } from 'react'

/** Columns that do not fit are reached by scrolling sideways, with the keyboard too. */
export function ScrollX({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div className={className ? `scroll-x ${className}` : 'scroll-x'} tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  )
}
