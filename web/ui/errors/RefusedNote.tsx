import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApiError } from '../../client/api-error.ts'
import { Note } from '../Note.tsx'

interface RefusedNoteProps {
  title: string
  error: ApiError
  /** removes the refused input */
  action?: ReactNode
}

/** Explains why the server refused a query as it was put: a retry would not help. */
export function RefusedNote({ title, error, action }: RefusedNoteProps) {
  return (
    <Note tone="red" icon={CircleAlert} role="alert" title={title} action={action}>
      <p>{error.details[0]?.message ?? error.sentence}</p>
    </Note>
  )
}
