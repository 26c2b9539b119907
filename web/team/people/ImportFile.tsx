import { useMutation } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useRef } from 'react'
import { IMPORT_LIMITS, type ImportPreview } from '../../../shared/people-import.ts'
import { refusalsIn, sentenceOf } from '../../errors/words.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { count } from '../../ui/count.ts'
import { Note } from '../../ui/Note.tsx'
import { saveCsv } from '../../ui/save-file.ts'
import { previewImport } from './api.ts'
import { type Encoding, textIn } from './file-text.ts'
import styles from './people.module.css'

const EXAMPLE = `full name,username,email,role,department
Maria Stone,maria,maria@office.example,user,Operations
`

export interface ReadFile {
  csv: string
  encoding: Encoding
  preview: ImportPreview
}

interface ImportFileProps {
  /** another file is to be chosen: the button that was pressed for that has been removed */
  isReturn: boolean
  onRead: (read: ReadFile) => void
}

/** Chooses the file of an import, and has the server read it. */
export function ImportFile({ isReturn, onRead }: ImportFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (file: File) => {
      const { text: csv, encoding } = textIn(await bytesOf(file))
      return { csv, encoding, preview: await previewImport(csv) }
    },
    onSuccess: onRead,
  })
  return (
    <section className={classes('card padded stack', styles.narrow)}>
      <p>
        Choose a CSV file, as every spreadsheet can save one. Its first line names the columns: full name, username,
        email and role, and department if you like. At most {count(IMPORT_LIMITS.people)} people at a time. You see what
        will be made before anything is stored.
      </p>
      {error && (
        <Note tone="red" role="alert" title="This file cannot be read">
          <p>{error instanceof NotReadable ? error.message : (refusalsIn(error)[0]?.message ?? sentenceOf(error))}</p>
        </Note>
      )}
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
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

/** The file never reached the server. */
class NotReadable extends Error {}

async function bytesOf(file: File): Promise<Uint8Array> {
  if (file.size > IMPORT_LIMITS.bytes) throw new NotReadable(`It is larger than ${IMPORT_LIMITS.bytes / 1024} kB.`)
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (cause) {
    throw new NotReadable('Your browser could not open it.', { cause })
  }
}
