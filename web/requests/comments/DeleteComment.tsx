import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Comment } from '../../../shared/comments.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { deleteComment } from '../common/comments-api.ts'

interface ChangeProps {
  requestId: string
  comment: Comment
  onDone: () => void
}

/** Asks before the text is gone for good. */
export function DeleteComment({ requestId, comment, onDone }: ChangeProps) {
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  const focusItem = () => document.getElementById(`comment-${comment.id}`)?.focus()
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteComment(requestId, comment.id),
    onSuccess: () => {
      toast({ tone: 'good', title: 'Comment deleted' })
      focusItem()
      onDone()
    },
    onError: (error) =>
      toast({ tone: 'bad', title: 'Error', description: messageOf(error, 'Failed to delete the comment') }),
  })
  return (
    <div className="row" role="group" aria-label="Delete this comment?">
      <span className="text-13">Delete this comment? Its text cannot be restored.</span>
      <Button look="danger" size="small" busy={isPending} busyLabel="Deleting" onClick={() => mutate()}>
        Delete
      </Button>
      <Button
        ref={keep}
        size="small"
        onClick={() => {
          focusItem()
          onDone()
        }}
      >
        Keep
      </Button>
    </div>
  )
}
