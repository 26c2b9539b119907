import type { ReactElement, ReactNode } from 'react'
import { Tooltip as Radix } from 'radix-ui'

/** Opens after 700 ms; moving on to a neighbour within 300 ms opens at once. Stands once around the application. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

export interface TooltipProps {
  label: ReactNode
  shortcut?: string | undefined
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** The label only repeats the control's accessible name, so it is not read a second time as its description. */
  naming?: boolean
  disabled?: boolean
  children: ReactElement
}

export function Tooltip({ label, shortcut, side = 'top', naming, disabled, children }: TooltipProps) {
  if (disabled) return children
  return (
    <Radix.Root>
      <Radix.Trigger asChild {...(naming ? { 'aria-describedby': undefined } : {})}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="tip" side={side} sideOffset={6} collisionPadding={8}>
          {label}
          {shortcut && <kbd>{shortcut}</kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
