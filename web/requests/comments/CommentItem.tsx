import { Link2, Lock, Pencil, Quote, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Comment } from '../../../shared/comments.ts'
import { fullName, initials } from '../../../shared/people.ts'
import { fullInstant, nearInstant } from '../../ui/formats/dates.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { copyCommentLink } from './comment-link.ts'
import { CommentMarkdown } from './CommentMarkdown.ts'
import { DeleteComment } from './DeleteComment.tsx'
import { EditComment } from './EditComment.tsx'
import styles from './comments.module.css'

interface CommentItemProps {
  requestId: string
  comment: Comment
  /** opened by its own address */
  isTarget: boolean
  onQuote: ((comment: Comment) => void) | undefined
}

/** A comment with what its reader may do with it. Only its author edits and deletes it. */
export function CommentItem({ requestId, comment, isTarget, onQuote }: CommentItemProps) {
  const [doing, setDoing] = useState<'edit' | 'delete' | null>(null)
  const name = fullName(comment.user) || 'Unknown'
  const stop = () => setDoing(null)
  return (
    <li
      id={`comment-${comment.id}`}
      tabIndex={-1}
      className={classes(styles.comment, comment.internal && styles.internal, isTarget && styles.target)}
    >
      <Avatar initials={initials(comment.user)} />
      <div className={styles.said}>
        <div className={styles.head}>
          <b>{name}</b>
          <Instant at={comment.createdAt} />
          {comment.internal && (
            <span className={styles.mark}>
              <Icon of={Lock} size="s" /> Internal note
            </span>
          )}
          {comment.editedAt !== null && comment.deletedAt === null && (
            <span className={styles.edited}>
              edited <Instant at={comment.editedAt} />
            </span>
          )}
          {doing === null && comment.deletedAt === null && (
            <span className={styles.actions}>
              {onQuote && (
                <IconButton
                  size="small"
                  icon={Quote}
                  label={`Quote the comment by ${name}`}
                  onClick={() => onQuote(comment)}
                />
              )}
              <IconButton
                size="small"
                icon={Link2}
                label={`Copy the link to the comment by ${name}`}
                onClick={() => void copyCommentLink(requestId, comment.id)}
              />
              {comment.mayChange && (
                <>
                  <IconButton size="small" icon={Pencil} label="Edit your comment" onClick={() => setDoing('edit')} />
                  <IconButton
                    size="small"
                    icon={Trash2}
                    label="Delete your comment"
                    onClick={() => setDoing('delete')}
                  />
                </>
              )}
            </span>
          )}
        </div>
        {comment.deletedAt !== null ? (
          <p className="muted">
            Deleted by its author – <Instant at={comment.deletedAt} />
          </p>
        ) : doing === 'edit' ? (
          <EditComment requestId={requestId} comment={comment} onDone={stop} />
        ) : (
          <CommentMarkdown text={comment.comment} mentions={comment.mentions} />
        )}
        {doing === 'delete' && <DeleteComment requestId={requestId} comment={comment} onDone={stop} />}
      </div>
    </li>
  )
}

function Instant({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullInstant(at)}>
      {nearInstant(at)}
    </time>
  )
}
