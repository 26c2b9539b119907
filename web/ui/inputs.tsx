import type { ComponentProps, ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import { classes } from './classes.ts'
import { useFieldControl, useLock } from './Field.tsx'
import { Icon } from './Icon.tsx'

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'size'> {
  size?: 'medium' | 'large'
  icon?: LucideIcon
  /** A control inside the frame, at the end: a clear button, a count. */
  end?: ReactNode
}

/** Text may be in any script: the direction follows its first letter (`dir="auto"`), as it does where the text is shown. */
export function TextInput({ size = 'medium', icon, end, className, type = 'text', ...rest }: TextInputProps) {
  const tied = useFieldControl()
  const lock = useLock(rest.readOnly)
  const frame = classes('input', size === 'large' && 'large', className)
  if (!icon && !end) return <input type={type} dir="auto" {...tied} {...rest} {...lock} className={frame} />
  return (
    <span className={frame}>
      {icon && <Icon of={icon} />}
      <input type={type} dir="auto" {...tied} {...rest} {...lock} />
      {end && <span className="end">{end}</span>}
    </span>
  )
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      {...useFieldControl()}
      {...rest}
      {...useLock(rest.readOnly)}
      className={classes('input', className)}
    />
  )
}

/** The browser's native date field. Its value is `YYYY-MM-DD`, or empty while the date is incomplete. */
export function DateInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      {...useFieldControl()}
      {...rest}
      {...useLock(rest.readOnly)}
      type="date"
      className={classes('input', className)}
    />
  )
}

export function Checkbox({ children, className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={classes('choice', className)}>
      <input {...rest} type="checkbox" className="checkbox" />
      {children}
    </label>
  )
}
