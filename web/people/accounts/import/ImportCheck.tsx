import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ImportChoices, PeopleImport } from '../../../../shared/people-import.ts'
import { sentenceOf } from '../../../ui/errors/words.ts'
import { peopleWords } from '../../roles/people-words.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { count } from '../../../ui/count.ts'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { FormLocked } from '../../../ui/Field.tsx'
import { Checkbox } from '../../../ui/inputs.tsx'
import { Note } from '../../../ui/Note.tsx'
import styles from '../people.module.css'
import { chooseForImport, removeImport, startImport } from './api.ts'
import { ImportColumns } from './ImportColumns.tsx'
import { ImportLines } from './ImportLines.tsx'
import { RoleCounts } from './RoleCounts.tsx'
import { DepartmentTexts, RoleTexts } from './UnknownTexts.tsx'

interface ImportCheckProps {
  current: PeopleImport
  /** just read: its heading takes the focus */
  isNew: boolean
  onStarted: () => void
  onBack: () => void
}

/** How a file is read and what would be done, until it is confirmed. */
export function ImportCheck({ current: stored, isNew, onStarted, onBack }: ImportCheckProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  const choosing = useMutation({ mutationFn: (next: ImportChoices) => chooseForImport(stored, next) })
  // What was chosen shows at once, before the file has been checked again.
  const current = choosing.isPending ? { ...stored, choices: choosing.variables } : stored
  const { choices, summary, missing, encoding } = current
  // Columns chosen by hand stay in sight, and the focus within them.
  const [byHand] = useState(missing.length > 0)
  const starting = useMutation({
    mutationFn: (_: void, context) => startImport(current, context),
    onSuccess: onStarted,
  })
  const removing = useMutation({ mutationFn: () => removeImport(current), onSuccess: onBack })
  const choose = (part: Partial<ImportChoices>) => !isBusy && choosing.mutate({ ...choices, ...part })
  const error = choosing.error ?? starting.error ?? removing.error
  const isBusy = choosing.isPending || starting.isPending || removing.isPending
  const isReady = summary.outcomes.invite + summary.outcomes.update > 0
  const columns = <ImportColumns current={current} onChange={(next) => choose({ columns: next })} />
  return (
    <section className="card" aria-labelledby="import" aria-busy={isBusy}>
      <header className="lined">
        <h2 className="grow" id="import" ref={heading} tabIndex={-1} aria-live="polite">
          {missing.length > 0 ? 'Say which column is which' : plannedWords(current)}
        </h2>
      </header>
      {error && (
        <div className={styles.problem}>
          <Note tone="red" role="alert" title="This was not done">
            <p>{sentenceOf(error)}</p>
          </Note>
        </div>
      )}
      {encoding !== 'utf-8' && <NotUtf8 encoding={encoding} />}
      <FormLocked value={isBusy}>
        <div className={classes('stack', styles.choices)}>
          {byHand ? columns : <Disclosure label="Columns of the file">{columns}</Disclosure>}
          {missing.length === 0 && (
            <>
              <RoleTexts current={current} onChange={(roles) => choose({ roles })} />
              <DepartmentTexts current={current} onChange={(departments) => choose({ departments })} />
              {summary.existing > 0 && (
                <Checkbox
                  checked={choices.updateExisting}
                  onChange={(event) => choose({ updateExisting: event.target.checked })}
                >
                  Update names, roles and departments of those who already have an account ({count(summary.existing)})
                </Checkbox>
              )}
              <RoleCounts roles={summary.roles} />
            </>
          )}
        </div>
      </FormLocked>
      {missing.length === 0 && <ImportLines current={current} />}
      <footer>
        <Button busy={removing.isPending} busyLabel="Removing..." onClick={() => !isBusy && removing.mutate()}>
          Choose another file
        </Button>
        <Button
          look="primary"
          disabled={!isReady}
          busy={starting.isPending}
          busyLabel="Starting..."
          onClick={() => !isBusy && starting.mutate()}
        >
          {isReady ? confirmWords(current) : 'Import'}
        </Button>
      </footer>
    </section>
  )
}

function plannedWords({ summary: { outcomes } }: PeopleImport): string {
  const { invite, update, same, refused } = outcomes
  if (invite + update === 0 && same === 0) return 'Nobody can be invited'
  const words = [
    invite > 0 && `${peopleWords(invite)} will be invited`,
    update > 0 && `${peopleWords(update)} will be changed`,
    same > 0 && `${count(same)} unchanged`,
    refused > 0 && `${count(refused)} left out`,
  ]
  return words.filter(Boolean).join(', ')
}

function confirmWords({ summary: { outcomes } }: PeopleImport): string {
  const { invite, update } = outcomes
  if (update === 0) return `Invite ${peopleWords(invite)}`
  if (invite === 0) return `Change ${peopleWords(update)}`
  return `Invite ${peopleWords(invite)}, change ${peopleWords(update)}`
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
