import { ErrorNote, type ErrorNoteProps } from './ErrorNote.tsx'

interface ReadErrorProps extends Pick<ErrorNoteProps, 'title' | 'safe'> {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
}

/** What could not be loaded, and another try at it. */
export function ReadError({ query, ...note }: ReadErrorProps) {
  const { error, isFetching, refetch } = query
  return <ErrorNote {...note} error={error} onRetry={() => void refetch()} retrying={isFetching} />
}
