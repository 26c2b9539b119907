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
}

export function Button({
  look = 'secondary',
  size = 'medium',
  icon,
  busy,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  // A disabled button loses the focus, so a busy one is only announced as disabled.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    const isRepeated = busy !== undefined && event.detail > 1
    if (busy || isRepeated) event.preventDefault()
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
      aria-disabled={busy || rest['aria-disabled'] || undefined}
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
