import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { PeopleImport } from '../../../../shared/people-import.ts'
import { sentenceOf } from '../../../ui/errors/words.ts'
import { peopleWords } from '../../roles/people-words.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Note } from '../../../ui/Note.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { saveCsv } from '../../../ui/save-file.ts'
import { personChanged } from '../api.ts'
import { linksFile } from '../links-file.ts'
import styles from '../people.module.css'
import { readLinks, removeImport } from './api.ts'
import { ImportLines } from './ImportLines.tsx'

interface ImportResultProps {
  current: PeopleImport
  /** just started: its heading takes the focus */
  isNew: boolean
  onBack: () => void
}

/** How far an import is; once it has ended, its invitations and whoever was left out. */
export function ImportResult({ current, isNew, onBack }: ImportResultProps) {
  const { state, invited, updated, summary } = current
  const isRunning = state === 'running'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  useEffect(() => {
    if (!isRunning) personChanged()
  }, [isRunning])
  const removing = useMutation({ mutationFn: () => removeImport(current), onSuccess: onBack })
  const saving = useMutation({
    mutationFn: async () =>
      saveCsv(linksFile(await readLinks(current), window.location.origin), 'invitation-links.csv'),
  })
  const error = saving.error ?? removing.error
  const toDo = summary.outcomes.invite + summary.outcomes.update
  return (
    <section className="card" aria-labelledby="import">
      <header className="lined">
        <h2 className="grow" id="import" ref={heading} tabIndex={-1}>
          {isRunning ? `Importing ${peopleWords(toDo)}` : doneWords(current)}
        </h2>
      </header>
      <div className={classes('stack', styles.choices)}>
        {isRunning && (
          <>
            <Progress label="People imported" value={invited + updated} max={toDo} />
            <p role="status">
              {peopleWords(invited + updated)} so far. You can leave this page; the import goes on, and this page has
              its result.
            </p>
          </>
        )}
        {state === 'stopped' && (
          <Note tone="amber" title="The import was stopped">
            <p>You could no longer manage people while it ran. Nobody was stored in part.</p>
          </Note>
        )}
        {error && (
          <Note tone="red" role="alert" title="This was not done">
            <p>{sentenceOf(error)}</p>
          </Note>
        )}
        {!isRunning && invited > 0 && (
          <p>
            Each person invited has a link that works once, within 7 days. Where the office sends mail, they have got it
            that way; otherwise download the links and hand them over yourself. They stay here until you import another
            file; a link that is lost can be replaced in User Management.
          </p>
        )}
      </div>
      {!isRunning && (
        <>
          <ImportLines current={current} />
          <footer>
            {invited > 0 && (
              <Button
                look="primary"
                icon={Download}
                busy={saving.isPending}
                busyLabel="Reading links..."
                onClick={() => !saving.isPending && saving.mutate()}
              >
                Download links as CSV
              </Button>
            )}
            <Link to="/team/users?state=invited" className={buttonClass()}>
              User Management
            </Link>
            <Button
              busy={removing.isPending}
              busyLabel="Removing..."
              onClick={() => !removing.isPending && removing.mutate()}
            >
              Import another file
            </Button>
          </footer>
        </>
      )}
    </section>
  )
}

function doneWords({ invited, updated }: PeopleImport): string {
  const words = [invited > 0 && `${peopleWords(invited)} invited`, updated > 0 && `${peopleWords(updated)} changed`]
  return words.filter(Boolean).join(', ') || 'Nobody was imported'
}
