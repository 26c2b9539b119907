import type { ReactElement, ReactNode } from 'react'
import { Popover as Radix } from 'radix-ui'

export interface PopoverProps {
  /** Names the panel. */
  label: string
  /** The button that opens it. */
  trigger: ReactElement
  children: ReactNode
  className?: string
}

/** A small panel under a button. Escape or a click elsewhere closes it, and the focus returns to the button. */
export function Popover({ label, trigger, children, className = 'panel' }: PopoverProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={className} align="end" sideOffset={8} collisionPadding={8} aria-label={label}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
