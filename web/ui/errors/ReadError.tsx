import { isNotFound } from './not-found.ts'
import { ErrorNote, type ErrorNoteProps } from './ErrorNote.tsx'

interface ReadErrorProps extends Pick<ErrorNoteProps, 'title' | 'safe'> {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
}

/** Reports a failed query, with a retry if that can help. */
export function ReadError({ query, ...note }: ReadErrorProps) {
  const { error, isFetching, refetch } = query
  // A 404 would be the same on retry.
  if (isNotFound(query)) return <ErrorNote {...note} error={error} />
  return <ErrorNote {...note} error={error} onRetry={() => void refetch()} retrying={isFetching} />
}
