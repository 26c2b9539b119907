import type { LucideIcon } from 'lucide-react'
import { classes } from './classes.ts'

const SIZE = { s: 'small', l: 'large' } as const

/** A lucide icon in the house style: 16 px (or `size`), stroke width 1.5. Hidden from screen readers without a `label`. */
export function Icon({ of: Drawing, size, label }: { of: LucideIcon; size?: 's' | 'l'; label?: string }) {
  return (
    <Drawing
      className={classes('icon', size && SIZE[size])}
      size={size === 's' ? 14 : size === 'l' ? 20 : 16}
      strokeWidth={1.5}
      absoluteStrokeWidth
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}
