import { useMutation } from '@tanstack/react-query'
import { FileWarning } from 'lucide-react'
import type { Reading } from '../../shared/document-ai.ts'
import { ErrorNote } from '../ui/errors/ErrorNote.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Note } from '../ui/Note.tsx'
import { Progress } from '../ui/Progress.tsx'
import { readAgain } from './api.ts'
import { stateWords } from './words.ts'

/** Why there are no proposals (yet), and what to do. */
export function ReadingState({ reading }: { reading: Reading }) {
  const again = useMutation({
    mutationFn: (_: void, attempt) => readAgain(reading.document.id, attempt),
  })
  if (reading.state !== 'failed')
    return (
      <section className="card padded stack" role="status">
        <h2 className="h-14">{stateWords(reading)}</h2>
        <Progress label={stateWords(reading)} />
        {reading.note !== null && <p>{reading.note}</p>}
        <p className="text-13 soft">
          You can leave this page: the document is read in the background, and what it asks for is kept here.
        </p>
      </section>
    )
  if (reading.document.textState === 'none')
    return (
      <section className="card">
        <EmptyState title="There is no text in this document" level={2}>
          {reading.note ?? 'It contains only pictures of pages.'} Upload a version whose text can be selected.
        </EmptyState>
      </section>
    )
  return (
    <section className="stack">
      <Note
        tone="red"
        icon={FileWarning}
        title="This document could not be read"
        action={
          <Button size="small" busy={again.isPending} onClick={() => again.mutate()}>
            Try again
          </Button>
        }
      >
        <p>{reading.note} The file itself is kept.</p>
      </Note>
      {again.error && <ErrorNote title="It could not be tried again" error={again.error} />}
    </section>
  )
}
