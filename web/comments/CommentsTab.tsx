import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useEffect, useRef, type FormEvent } from 'react'
import { EMPTY_COMMENT, type Comment } from '../../shared/comments.ts'
import { LIMITS, tooLong } from '../../shared/text-rules.ts'
import { fullName, initials } from '../../shared/people.ts'
import { useDraft } from '../drafts/drafts.ts'
import { Description } from '../vocabulary/Description.tsx'
import { fullInstant, nearInstant } from '../formats/dates.ts'
import { messageOf } from '../errors/words.ts'
import type { CommentFocus } from '../vocabulary/use-comment-focus.ts'
import { useActor } from '../vocabulary/use-actor.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import { ReadError } from '../errors/ReadError.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/inputs.tsx'
import { useFocusFallback } from '../ui/focus-fallback.ts'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { ShowEarlier } from '../vocabulary/ShowEarlier.tsx'
import { toast } from '../ui/toast.ts'
import { addComment, commentsOptions } from '../vocabulary/comments-api.ts'
import styles from './comments.module.css'
import { classes } from '../ui/classes.ts'

function CommentItem({ comment }: { comment: Comment }) {
  return (
    <li className={styles.comment}>
      <Avatar initials={initials(comment.user)} />
      <div>
        <p className={styles.head}>
          <b>{fullName(comment.user) || 'Unknown'}</b>
          <time dateTime={comment.createdAt} title={fullInstant(comment.createdAt)}>
            {nearInstant(comment.createdAt)}
          </time>
        </p>
        <Description text={comment.comment} />
      </div>
    </li>
  )
}

function Comments({ requestId, level }: { requestId: string; level: 2 | 3 }) {
  const comments = useInfiniteQuery(commentsOptions(requestId))
  const box = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusFallback(box, 'ul', comments.data?.length)
  const showEarlier = () => {
    keepFocus()
    void comments.fetchNextPage()
  }
  if (comments.isError && !comments.data) return <ReadError title="Failed to fetch comments" query={comments} />
  if (!comments.data && comments.isPaused) return <NotLoaded what="The comments were not loaded" />
  if (!comments.data)
    return (
      <Loading label="Loading comments">
        <div className="stack">
          <Skeleton width="40%" />
          <Skeleton width="85%" />
          <Skeleton width="70%" />
        </div>
      </Loading>
    )
  if (comments.data.length === 0)
    return (
      <EmptyState title="No comments yet" level={level}>
        Use comments for questions, decisions and facts about this request.
      </EmptyState>
    )
  return (
    <div className="stack" ref={box}>
      <ShowEarlier title="Failed to fetch comments" query={comments} onShow={showEarlier} />
      <ul className={styles.comments} aria-label="Comments" tabIndex={-1}>
        {comments.data.map((comment) => (
          <CommentItem key={comment.id} comment={comment} />
        ))}
      </ul>
    </div>
  )
}

interface CommentFormProps {
  requestId: string
  focus: CommentFocus
}

/** The text stays in the field, and as a draft, until the server has stored it. */
function CommentForm({ requestId, focus }: CommentFormProps) {
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
      if (typed.current.trim() === sent) draft.clear()
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
  const comment = text.trim()
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

/** What people said about a request, oldest first, and the field for the next. */
export function CommentsTab({ requestId, focus, level }: CommentFormProps & { level: 2 | 3 }) {
  const actor = useActor()
  return (
    <div className={classes('stack', styles.tab)}>
      <Comments requestId={requestId} level={level} />
      {actor.permissions.has('comments.create') && <CommentForm key={requestId} requestId={requestId} focus={focus} />}
    </div>
  )
}
