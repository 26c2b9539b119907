import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Comment } from '../../../shared/comments.ts'
import { useActor } from '../../people/common/use-actor.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ShowEarlier } from '../common/ShowEarlier.tsx'
import { commentsOptions } from '../common/comments-api.ts'
import styles from './comments.module.css'
import { classes } from '../../ui/classes.ts'
import { CommentForm, type CommentFormHandle, type CommentFormProps } from './CommentForm.tsx'
import { CommentItem } from './CommentItem.tsx'
import { NewCommentStatus } from './NewCommentStatus.tsx'
import { useTargetComment } from './use-target-comment.ts'

interface CommentsProps {
  requestId: string
  level: 2 | 3
  /** undefined for people who may not comment */
  onQuote: ((comment: Comment) => void) | undefined
}

function Comments({ requestId, level, onQuote }: CommentsProps) {
  const comments = useInfiniteQuery(commentsOptions(requestId))
  const target = useTargetComment(comments)
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
      <EmptyState picture={onQuote ? 'add' : 'page'} title="No comments yet" level={level}>
        Use comments for questions, decisions and facts about this request.
      </EmptyState>
    )
  return (
    <div className="stack" ref={box}>
      <ShowEarlier title="Failed to fetch comments" query={comments} onShow={showEarlier} />
      <ul className={styles.comments} aria-label="Comments" tabIndex={-1}>
        {comments.data.map((comment) => (
          <CommentItem
            key={comment.id}
            requestId={requestId}
            comment={comment}
            isTarget={comment.id === target}
            onQuote={onQuote}
          />
        ))}
      </ul>
    </div>
  )
}

/** What people said about a request, oldest first, and the field for the next. */
export function CommentsTab({ requestId, focus, level }: CommentFormProps & { level: 2 | 3 }) {
  const mayAdd = useActor().permissions.has('comments.create')
  const form = useRef<CommentFormHandle>(null)
  const quote = (comment: Comment) => form.current?.quote(comment)
  return (
    <div className={classes('stack', styles.tab)}>
      <NewCommentStatus key={`new ${requestId}`} requestId={requestId} />
      <Comments requestId={requestId} level={level} onQuote={mayAdd ? quote : undefined} />
      {mayAdd && <CommentForm key={requestId} ref={form} requestId={requestId} focus={focus} />}
    </div>
  )
}
