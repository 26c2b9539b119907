import { TriangleAlert } from 'lucide-react'
import type { Comment } from '../../../shared/comments.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { CommentMarkdown } from './CommentMarkdown.ts'

interface EditConflictProps {
  /** as it was saved elsewhere */
  stored: Comment
  onTake: () => void
}

/** Shows what another tab or device has saved, beside the text that is still in the field. */
export function EditConflict({ stored, onTake }: EditConflictProps) {
  return (
    <Note
      tone="amber"
      icon={TriangleAlert}
      role="alert"
      title="This comment was changed elsewhere since you opened it"
      action={
        <Button size="small" onClick={onTake}>
          Use the stored text
        </Button>
      }
    >
      <p>What you typed is kept. Save again to replace what is stored now:</p>
      <CommentMarkdown text={stored.comment} mentions={stored.mentions} />
    </Note>
  )
}
