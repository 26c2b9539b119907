import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApiError } from '../client/api.ts'
import { Note } from '../ui/Note.tsx'

interface RefusedNoteProps {
  title: string
  error: ApiError
  /** what drops that which was refused */
  action?: ReactNode
}

/** A question that cannot be answered as it was put, and why: asking again would not help. */
export function RefusedNote({ title, error, action }: RefusedNoteProps) {
  return (
    <Note tone="red" icon={CircleAlert} role="alert" title={title} action={action}>
      <p>{error.details[0]?.message ?? error.sentence}</p>
    </Note>
  )
}
