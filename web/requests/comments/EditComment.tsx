import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { EMPTY_COMMENT, type Comment } from '../../../shared/comments.ts'
import { LIMITS, shownText, tooLong } from '../../../shared/text-rules.ts'
import { useDraft } from '../drafts/drafts.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { editComment, takeConflict } from '../common/comments-api.ts'
import { CommentText } from './CommentText.tsx'
import { EditConflict } from './EditConflict.tsx'
import styles from './comments.module.css'

interface EditCommentProps {
  requestId: string
  comment: Comment
  onDone: () => void
}

/** The text stays in the field, and as a draft, until the server has stored it. */
export function EditComment({ requestId, comment, onDone }: EditCommentProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft, draftState] = useDraft(`comment-edit.${comment.id}`)
  // Kept with the draft, which may be older than the comment as it was loaded.
  const [base, setBase, keptBase] = useDraft(`comment-edit-version.${comment.id}`)
  const [stored, setStored] = useState<Comment>()
  const text = draft === '' ? comment.comment : draft
  const version = draft === '' || base === '' ? comment.version : Number(base)
  useEffect(() => field.current?.focus(), [])
  const leave = () => {
    document.getElementById(`comment-${comment.id}`)?.focus()
    onDone()
  }
  const { mutate, isPending } = useMutation({
    mutationFn: (changed: string) => editComment(requestId, comment.id, { comment: changed, version }),
    onSuccess: () => {
      draftState.clear()
      keptBase.clear()
      toast({ tone: 'good', title: 'Comment changed' })
      leave()
    },
    onError: (error) => {
      const current = takeConflict(requestId, error)
      if (!current)
        toast({ tone: 'bad', title: 'Error', description: messageOf(error, 'Failed to change the comment') })
      else {
        setStored(current)
        setBase(String(current.version))
      }
    },
  })
  const discard = () => {
    draftState.discard()
    keptBase.clear()
  }
  const changed = shownText(text)
  const refusal = changed === '' ? EMPTY_COMMENT : tooLong(changed, LIMITS.comment)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (refusal) field.current?.focus()
    else mutate(changed)
  }
  return (
    <form className={styles.edit} onSubmit={submit}>
      {stored && (
        <EditConflict
          stored={stored}
          onTake={() => {
            discard()
            setStored(undefined)
            field.current?.focus()
          }}
        />
      )}
      <CommentText
        label="Edit your comment"
        requestId={requestId}
        internal={comment.internal}
        field={field}
        text={text}
        error={refusal}
        onText={(next) => {
          if (draft === '') setBase(String(comment.version))
          setDraft(next === '' ? ' ' : next)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
      />
      <div className="row">
        <Button type="submit" look="primary" size="small" busy={isPending} busyLabel="Saving">
          Save
        </Button>
        <Button
          size="small"
          onClick={() => {
            discard()
            leave()
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}
