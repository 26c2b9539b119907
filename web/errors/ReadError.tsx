import { isGone } from './gone.ts'
import { ErrorNote, type ErrorNoteProps } from './ErrorNote.tsx'

interface ReadErrorProps extends Pick<ErrorNoteProps, 'title' | 'safe'> {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
}

/** What could not be loaded, and another try at it where one can help. */
export function ReadError({ query, ...note }: ReadErrorProps) {
  const { error, isFetching, refetch } = query
  // What is not there will not be there at the next try either.
  if (isGone(query)) return <ErrorNote {...note} error={error} />
  return <ErrorNote {...note} error={error} onRetry={() => void refetch()} retrying={isFetching} />
}
