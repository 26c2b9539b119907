import { lazyPanel } from '../../ui/errors/lazy-panel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { say } from '../../../shared/texts/say.ts'

function Waiting() {
  return (
    <Loading label={say('Loading documents')}>
      <Skeleton height={96} />
    </Loading>
  )
}

/** The tab of a request's documents, including the upload. */
export const RequestDocumentsTab = lazyPanel(
  async () => ({ default: (await import('../../documents/DocumentsTab.tsx')).DocumentsTab }),
  { waiting: <Waiting /> },
)
