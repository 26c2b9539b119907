import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/errors/ErrorNote.tsx'
import { say } from '../../../shared/texts/say.ts'

interface ShowEarlierProps {
  /** title of the error, if loading fails */
  title: string
  query: {
    error: unknown
    hasNextPage: boolean
    isFetchNextPageError: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  onShow: () => void
}

/** For a list that is read backwards from its newest entries: loads earlier ones, as long as there are any. */
export function ShowEarlier({ title, query, onShow }: ShowEarlierProps) {
  if (!query.hasNextPage) return null
  if (query.isFetchNextPageError)
    return <ErrorNote title={title} error={query.error} onRetry={onShow} retrying={query.isFetchingNextPage} />
  return (
    <div>
      <Button size="small" busy={query.isFetchingNextPage} onClick={onShow}>
        {say('Show earlier')}
      </Button>
    </div>
  )
}
