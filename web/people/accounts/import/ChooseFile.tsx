import { useMutation } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useRef } from 'react'
import { IMPORT_LIMITS } from '../../../../shared/people-import.ts'
import { refusalsIn, sentenceOf } from '../../../ui/errors/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { count } from '../../../ui/count.ts'
import { Note } from '../../../ui/Note.tsx'
import { saveCsv } from '../../../ui/save-file.ts'
import styles from '../people.module.css'
import { uploadFile } from './api.ts'

const EXAMPLE = `full name,username,email,role,department
Maria Stone,maria,maria@office.example,user,Operations
`

interface ChooseFileProps {
  /** another file is to be chosen: the button that was pressed for that has been removed */
  isReturn: boolean
  onRead: () => void
}

/** Chooses the file of an import, and has the server read it. */
export function ChooseFile({ isReturn, onRead }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (file: File) => {
      await checkReadable(file)
      await uploadFile(file)
    },
    onSuccess: onRead,
  })
  return (
    <section className={classes('card padded stack', styles.narrow)}>
      <p>
        Choose a CSV file, as every spreadsheet can save one, with the names, usernames and email addresses of people,
        and their roles and departments if you like. You say which column is which, and see what will be done before
        anything is stored. At most {count(IMPORT_LIMITS.people)} people and {MEGABYTES} MB in one file.
      </p>
      {error && (
        <Note tone="red" role="alert" title="This file cannot be read">
          <p>{error instanceof NotReadable ? error.message : (refusalsIn(error)[0]?.message ?? sentenceOf(error))}</p>
        </Note>
      )}
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv"
        className="visually-hidden"
        aria-label="CSV file"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // Reset, so that the same file can be chosen again after a correction.
          event.target.value = ''
          reset()
          if (file) mutate(file)
        }}
      />
      <div className="row wrap">
        <Button
          look="primary"
          icon={Upload}
          autoFocus={isReturn}
          busy={isPending}
          busyLabel="Reading..."
          onClick={() => input.current?.click()}
        >
          Choose file
        </Button>
        <Button icon={Download} onClick={() => saveCsv(EXAMPLE, 'people.csv')}>
          Download an example
        </Button>
      </div>
    </section>
  )
}

const MEGABYTES = IMPORT_LIMITS.bytes / 1024 / 1024

/** The file never reached the server. */
class NotReadable extends Error {}

async function checkReadable(file: File): Promise<void> {
  if (file.size > IMPORT_LIMITS.bytes) throw new NotReadable(`This file is larger than ${MEGABYTES} MB. Split it.`)
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch (cause) {
    throw new NotReadable('Your browser could not open it.', { cause })
  }
}
