import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../shared/people.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { fullInstant } from '../ui/formats/dates.ts'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { DocumentView } from './document/DocumentView.tsx'
import { runOptions } from './report-api.ts'

/** A stored run, instead of the preview. */
export function StoredRun({ id, onBack }: { id: string; onBack: () => void }) {
  const run = useQuery(runOptions(id))
  const back = (
    <Button size="small" onClick={onBack}>
      Show it as of now
    </Button>
  )
  if (!run.data) {
    return run.isError ? (
      <>
        <ReadError title="This run could not be loaded" query={run} />
        <div className="row">{back}</div>
      </>
    ) : (
      <Loading label="Loading the report">
        <Skeleton height={480} />
      </Loading>
    )
  }
  const { createdAt, madeBy, document, note } = run.data
  return (
    <>
      <Note
        tone="blue"
        title={`Made ${fullInstant(createdAt)}${madeBy ? ` for ${fullName(madeBy)}` : ''}`}
        action={back}
      >
        <p>{note ?? 'The figures are those of that moment.'}</p>
      </Note>
      {document && <DocumentView document={document} />}
    </>
  )
}
