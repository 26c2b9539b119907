import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { isStorable, LIMITS } from '../../../shared/text-rules.ts'
import { StatusBadge } from '../../requests/common/badges.tsx'
import type { NewRequestForm } from '../../requests/common/new-request.ts'
import { Note } from '../../ui/Note.tsx'
import { similarOptions } from './api.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import styles from './similar-hint.module.css'

const TYPING_PAUSE_MS = 700
/** Shorter titles say too little to compare. */
const MIN_TITLE_LENGTH = 8

/** A text that is too long or not storable is refused on submit, so no stored request can match it. */
function couldBeStored({ title, description }: { title: string; description: string }): boolean {
  return (
    title.length <= LIMITS.title && description.length <= LIMITS.description && [title, description].every(isStorable)
  )
}

/** Unobtrusive hint, while a request is written, that the same may have been requested already. */
export default function SimilarHint({ form }: { form: UseFormReturn<NewRequestForm> }) {
  const [title, description] = form.watch(['title', 'description'])
  const typed = useDebounced({ title: title.trim(), description: description.trim() }, TYPING_PAUSE_MS)
  const isAsked = typed.title.length >= MIN_TITLE_LENGTH && couldBeStored(typed)
  const { data } = useQuery({ ...similarOptions(typed), enabled: isAsked })
  const alike = isAsked ? (data?.requests ?? []).filter(({ possibleDuplicate }) => possibleDuplicate) : []
  return (
    <div role="status">
      {alike.length > 0 && (
        <Note icon={Copy} className={styles.note} title="This may already have been requested">
          <ul className={styles.list}>
            {alike.map((request) => (
              <li key={request.id}>
                <a href={`/requests/${request.id}`} target="_blank" rel="noreferrer">
                  <span className="request-id">{request.requestId}</span> {request.title}
                  <span className="visually-hidden"> (opens in a new tab)</span>
                </a>
                <StatusBadge status={request.status} />
              </li>
            ))}
          </ul>
          <p className="text-12 muted">You can still submit it.</p>
        </Note>
      )}
    </div>
  )
}
