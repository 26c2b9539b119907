import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, type FormEvent } from 'react'
import { EMPTY_COMMENT } from '../../shared/comments.ts'
import { LIMITS, shownText, tooLong } from '../../shared/text-rules.ts'
import { useDraft } from '../drafts/drafts.ts'
import { messageOf } from '../errors/words.ts'
import type { CommentFocus } from '../vocabulary/use-comment-focus.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/inputs.tsx'
import { toast } from '../ui/toast.ts'
import { addComment } from '../vocabulary/comments-api.ts'
import styles from './comments.module.css'

export interface CommentFormProps {
  requestId: string
  focus: CommentFocus
}

/** The text stays in the field, and as a draft, until the server has stored it. */
export function CommentForm({ requestId, focus }: CommentFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!focus.wanted) return
    field.current?.focus()
    focus.taken()
  }, [focus])
  const [text, setText, draft] = useDraft(`comment.${requestId}`)
  const typed = useRef(text)
  useEffect(() => {
    typed.current = text
  }, [text])
  const sending = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (comment: string) => addComment(requestId, comment),
    onSuccess: (_, sent) => {
      // Text typed while sending is not part of the comment; the draft keeps it, even if the field has unmounted.
      if (shownText(typed.current) === sent) draft.clear()
      toast({ tone: 'good', title: 'Comment Added' })
      // The button is disabled by now and would lose the focus.
      field.current?.focus()
    },
    onError: (error) =>
      toast({ tone: 'bad', title: 'Error', description: messageOf(error, error.message || 'Failed to add comment') }),
    onSettled: () => {
      sending.current = false
    },
  })
  const comment = shownText(text)
  const blank = comment === ''
  const refusal = tooLong(comment, LIMITS.comment)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) return
    if (blank) {
      toast({ tone: 'bad', title: 'Error', description: EMPTY_COMMENT })
      return
    }
    if (refusal) {
      field.current?.focus()
      return
    }
    sending.current = true
    mutate(comment)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field label="Your comment" error={refusal}>
        <TextArea
          ref={field}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
          }}
        />
      </Field>
      <div className="row">
        <Button type="submit" look="primary" disabled={blank || isPending}>
          Add Comment
        </Button>
        {draft.restored && !blank && (
          <span className="row text-12 muted">
            Your unsent comment is still here.
            <button
              type="button"
              className="link-button"
              onClick={() => {
                draft.discard()
                field.current?.focus()
              }}
            >
              Discard
            </button>
          </span>
        )}
      </div>
    </form>
  )
}
