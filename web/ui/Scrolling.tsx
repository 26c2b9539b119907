import type { ReactNode, Ref } from 'react'

interface ScrollingProps {
  label: string
  /** a region is listed among the landmarks of the page, a group is not */
  role?: 'group' | 'region'
  className?: string
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/** A box whose content may not fit: focusable, so that the keyboard can scroll it, too (WCAG 2.1.1). */
export function Scrolling({ label, role = 'group', className = 'scroll-x', ref, children }: ScrollingProps) {
  return (
    <div className={className} ref={ref} tabIndex={0} role={role} aria-label={label}>
      {children}
    </div>
  )
}
