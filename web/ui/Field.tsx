import { createContext, use, useId, type ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import { say } from '../../shared/texts/say.ts'
import { sayNodes } from './say-nodes.ts'

interface FieldState {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}
const FieldContext = createContext<FieldState | null>(null)

/**
 * True inside a form that is being sent: text typed then would not be submitted. Its fields keep their focus and can be
 * read, but not changed.
 */
export const FormLocked = createContext(false)

/** The attributes of a text field inside a form that may be locked. */
export function useLock(readOnly: boolean | undefined) {
  const locked = use(FormLocked)
  return { readOnly: locked || readOnly, 'data-locked': locked || undefined }
}

export interface FieldProps {
  label: ReactNode
  /** Shown below the control; an error takes its place. */
  hint?: ReactNode
  error?: string | undefined
  /** What somebody else has saved for it while it was being edited; shown below the control, whatever else is there. */
  savedMeanwhile?: string | undefined
  /** A short remark at the right end of the label's line. */
  aside?: ReactNode
  /** A button at the right end of the label's line; Tab comes to it after the field. */
  action?: ReactNode
  required?: boolean
  className?: string
  children: ReactNode
}

/** Label, one control, and its hint or error. The control inside takes its id, description and error state from here. */
export function Field(props: FieldProps) {
  const { label, hint, error, savedMeanwhile, aside, action, required = false, className, children } = props
  const id = useId()
  const below = Boolean(error ?? hint)
  const described = [below && `${id}-below`, savedMeanwhile !== undefined && `${id}-meanwhile`].filter(Boolean)
  const state = { id, describedBy: described.join(' ') || undefined, invalid: Boolean(error), required }
  const name = (
    <label htmlFor={id} id={`${id}-label`} className={required ? 'required' : undefined}>
      {label}
    </label>
  )
  return (
    <div className={classes('field', Boolean(action) && 'acting', className)}>
      {aside ? (
        <div className="label-line">
          {name}
          <span className="aside">{aside}</span>
        </div>
      ) : (
        name
      )}
      <FieldContext value={state}>{children}</FieldContext>
      {action && <span className="aside">{action}</span>}
      {error ? (
        <p className="error" id={`${id}-below`}>
          <Icon of={CircleAlert} size="s" />
          {error}
        </p>
      ) : (
        hint && (
          <p className="hint" id={`${id}-below`}>
            {hint}
          </p>
        )
      )}
      <StaleValueNote id={`${id}-meanwhile`} value={savedMeanwhile} />
    </div>
  )
}

/** The value that somebody else has saved for a field that is being edited; nothing without one. */
export function StaleValueNote({ id, value }: { id?: string; value: string | undefined }) {
  if (value === undefined) return null
  return (
    <p className="meanwhile" id={id}>
      {sayNodes('Saved meanwhile: {value}', { value: value === '' ? say('(empty)') : <bdi>{value}</bdi> })}
    </p>
  )
}

/** Explains the mark of required fields; place it before the first of them. */
export function RequiredNote() {
  return <p className="text-12 muted">{say('Fields marked with * are required.')}</p>
}

/** The attributes that tie a control to the field around it; outside a field there are none. */
export function useFieldControl() {
  const field = use(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  }
}
