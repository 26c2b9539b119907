import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '../../../shared/people.ts'
import { commentsOptions } from '../common/comments-api.ts'

/** Announces once, politely, that somebody else has commented while the comments are open. */
export function NewCommentStatus({ requestId }: { requestId: string }) {
  const { data } = useInfiniteQuery(commentsOptions(requestId))
  const newest = data?.at(-1)
  const [seen, setSeen] = useState<string>()
  const [announced, setAnnounced] = useState<{ id: string; text: string }>()
  const id = data && (newest?.id ?? 'none')
  if (id !== seen) {
    setSeen(id)
    const isNews = seen !== undefined && newest && !newest.mayChange
    if (isNews) setAnnounced({ id: newest.id, text: `New comment from ${fullName(newest.user) || 'Unknown'}` })
  }
  return (
    <p role="status" className="visually-hidden">
      {announced && <span key={announced.id}>{announced.text}</span>}
    </p>
  )
}
