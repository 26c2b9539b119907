import { useMutation } from '@tanstack/react-query'
import { useEffect, useImperativeHandle, useRef, type FormEvent, type Ref } from 'react'
import { type Comment, EMPTY_COMMENT } from '../../../shared/comments.ts'
import { LIMITS, shownText, tooLong } from '../../../shared/text-rules.ts'
import { useDraft } from '../drafts/drafts.ts'
import { messageOf } from '../../ui/errors/words.ts'
import type { CommentFocus } from '../common/use-comment-focus.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Checkbox } from '../../ui/inputs.tsx'
import { toast } from '../../ui/toast.ts'
import { addComment } from '../common/comments-api.ts'
import { useActor } from '../../people/common/use-actor.ts'
import { CommentText } from './CommentText.tsx'
import { withQuote } from './quote.ts'
import styles from './comments.module.css'

/** What the draft of the choice holds. */
const INTERNAL = 'internal'

export interface CommentFormProps {
  requestId: string
  focus: CommentFocus
}

export interface CommentFormHandle {
  /** Adds a comment as a quote to what is typed. */
  quote: (comment: Comment) => void
}

interface NewComment {
  comment: string
  internal: boolean
}

/** The text stays in the field, and as a draft, until the server has stored it. */
export function CommentForm({ requestId, focus, ref }: CommentFormProps & { ref?: Ref<CommentFormHandle> }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!focus.wanted) return
    field.current?.focus()
    focus.taken()
  }, [focus])
  const [text, setText, draft] = useDraft(`comment.${requestId}`)
  const mayBeInternal = useActor().permissions.has('comments.internal')
  const [choice, setChoice, choiceDraft] = useDraft(`comment-internal.${requestId}`)
  const isInternal = mayBeInternal && choice !== ''
  useImperativeHandle(ref, () => ({
    quote(comment) {
      setText(withQuote(text, comment))
      // The answer to an internal note would otherwise show it to everybody.
      if (comment.internal) setChoice(INTERNAL)
      field.current?.focus()
    },
  }))
  const typed = useRef(text)
  useEffect(() => {
    typed.current = text
  }, [text])
  const sending = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (sent: NewComment) => addComment(requestId, sent),
    onSuccess: (_, sent) => {
      // Text typed while sending is not part of the comment; the draft keeps it, even if the field has unmounted.
      if (shownText(typed.current) === sent.comment) {
        draft.clear()
        choiceDraft.clear()
      }
      toast({ tone: 'good', title: sent.internal ? 'Internal note added' : 'Comment Added' })
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
    mutate({ comment, internal: isInternal })
  }
  return (
    <form className={classes(styles.form, isInternal && styles.internal)} onSubmit={submit}>
      <CommentText
        label={isInternal ? 'Your internal note' : 'Your comment'}
        requestId={requestId}
        internal={isInternal}
        field={field}
        text={text}
        error={refusal}
        onText={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
      />
      {mayBeInternal && (
        <Checkbox
          role="switch"
          aria-checked={isInternal}
          checked={isInternal}
          onChange={(event) => setChoice(event.target.checked ? INTERNAL : '')}
        >
          <span>
            Internal note <span className="muted">– only people who may read internal notes see it</span>
          </span>
        </Checkbox>
      )}
      <div className="row">
        <Button type="submit" look="primary" disabled={blank} off={isPending}>
          {isInternal ? 'Add internal note' : 'Add Comment'}
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
