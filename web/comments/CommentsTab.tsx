import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Comment } from '../../shared/comments.ts'
import { fullName, initials } from '../../shared/people.ts'
import { Description } from '../vocabulary/Description.tsx'
import { fullInstant, nearInstant } from '../formats/dates.ts'
import { useActor } from '../vocabulary/use-actor.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NotLoaded } from '../ui/NotLoaded.tsx'
import { ReadError } from '../errors/ReadError.tsx'
import { useFocusFallback } from '../ui/focus-fallback.ts'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { ShowEarlier } from '../vocabulary/ShowEarlier.tsx'
import { commentsOptions } from '../vocabulary/comments-api.ts'
import styles from './comments.module.css'
import { classes } from '../ui/classes.ts'
import { CommentForm, type CommentFormProps } from './CommentForm.tsx'

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

function Comments({ requestId, mayAdd, level }: { requestId: string; mayAdd: boolean; level: 2 | 3 }) {
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
      <EmptyState picture={mayAdd ? 'add' : 'page'} title="No comments yet" level={level}>
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

/** What people said about a request, oldest first, and the field for the next. */
export function CommentsTab({ requestId, focus, level }: CommentFormProps & { level: 2 | 3 }) {
  const mayAdd = useActor().permissions.has('comments.create')
  return (
    <div className={classes('stack', styles.tab)}>
      <Comments requestId={requestId} mayAdd={mayAdd} level={level} />
      {mayAdd && <CommentForm key={requestId} requestId={requestId} focus={focus} />}
    </div>
  )
}
