import type { ComponentProps, MouseEvent } from 'react'
import type { LucideIcon } from 'lucide-react'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

const LOOK = { primary: 'primary', secondary: '', quiet: 'quiet', danger: 'danger' } as const
const SIZE = { small: 'small', medium: '', large: 'large' } as const

/** The class names of a button, for links that should look like one. */
export function buttonClass(look: ButtonLook = 'secondary', size: ButtonSize = 'medium'): string {
  return classes('button', LOOK[look], SIZE[size])
}

export interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
  size?: ButtonSize
  icon?: LucideIcon
  /**
   * Of a button that starts work: true while the work runs. The button then shows a spinner and `busyLabel`, keeps at least
   * its width and its focus, and ignores clicks. It also ignores the second click of a double click.
   */
  busy?: boolean
  busyLabel?: string
  /** Of a button that starts work: true while other work runs that it must wait for, as `busy` but without the spinner. */
  off?: boolean
}

export function Button({
  look = 'secondary',
  size = 'medium',
  icon,
  busy,
  busyLabel,
  off,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isOff = busy || off
  const startsWork = busy !== undefined || off !== undefined
  // A disabled button loses the focus, so this one is only announced as disabled.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isOff || (startsWork && event.detail > 1)) event.preventDefault()
    else onClick?.(event)
  }
  const face = (
    <>
      {icon && <Icon of={icon} />}
      {children}
    </>
  )
  return (
    <button
      {...rest}
      type={type}
      className={classes(buttonClass(look, size), busy && 'busy', className)}
      onClick={press}
      aria-disabled={isOff || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
    >
      {busyLabel === undefined ? (
        face
      ) : (
        <span className="swap">
          <span className={busy ? 'off' : undefined} aria-hidden={busy || undefined}>
            {face}
          </span>
          <span className={busy ? undefined : 'off'} aria-hidden={!busy || undefined}>
            <i className={busy ? 'spin' : undefined} />
            {busyLabel}
          </span>
        </span>
      )}
      {busy && busyLabel === undefined && <i className="spin" />}
    </button>
  )
}
