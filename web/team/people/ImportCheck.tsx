import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Imported } from '../../../shared/people-import.ts'
import { sentenceOf } from '../../errors/words.ts'
import { peopleWords } from '../../roles/people-words.ts'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { Note } from '../../ui/Note.tsx'
import { importPeople, personChanged } from './api.ts'
import type { ReadFile } from './ImportFile.tsx'
import { ImportRows } from './ImportRows.tsx'
import styles from './people.module.css'

interface ImportCheckProps {
  read: ReadFile
  onBack: () => void
  onDone: (imported: Imported) => void
}

/** What an import would do, line by line, until it is confirmed. */
export function ImportCheck({ read, onBack, onDone }: ImportCheckProps) {
  const { csv, encoding, preview } = read
  const ready = preview.rows.filter(({ problems }) => problems.length === 0)
  const left = preview.rows.length - ready.length
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { mutate, isPending, error } = useMutation({
    mutationFn: (invited: number, context) => importPeople({ csv, people: invited }, context),
    onSuccess: (imported) => {
      personChanged()
      onDone(imported)
    },
  })
  return (
    <section className="card" aria-labelledby="import">
      <header className="lined">
        <h2 className="grow" id="import" ref={heading} tabIndex={-1}>
          {ready.length === 0 ? 'Nobody can be invited' : `${peopleWords(ready.length)} will be invited`}
          {left > 0 && `, ${count(left)} left out`}
        </h2>
      </header>
      {error && (
        <div className={styles.problem}>
          <Note tone="red" role="alert" title="Nobody was invited">
            <p>{sentenceOf(error)}</p>
          </Note>
        </div>
      )}
      {encoding !== 'utf-8' && <NotUtf8 encoding={encoding} />}
      <ImportRows rows={preview.rows} />
      <footer>
        <Button onClick={onBack}>Choose another file</Button>
        <Button
          look="primary"
          disabled={ready.length === 0}
          busy={isPending}
          busyLabel="Inviting..."
          onClick={() => {
            if (!isPending) mutate(ready.length)
          }}
        >
          Invite {peopleWords(ready.length)}
        </Button>
      </footer>
    </section>
  )
}

const ENCODING_NAMES = { 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16', 'windows-1252': 'Windows-1252' }

/** Only UTF-8 is certain to be what the spreadsheet wrote. */
function NotUtf8({ encoding }: { encoding: keyof typeof ENCODING_NAMES }) {
  return (
    <div className={styles.problem}>
      <Note tone="amber" title={`This file was read as ${ENCODING_NAMES[encoding]}`}>
        <p>
          It is not UTF-8. Check the letters with accents in the names below. If any is wrong, save the file as CSV
          UTF-8 and choose it again.
        </p>
      </Note>
    </div>
  )
}
