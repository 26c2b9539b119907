import { useMutation } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { IMPORT_LIMITS, type Imported, type ImportPreview } from '../../../shared/people-import.ts'
import { ApiError } from '../../client/api-error.ts'
import { queryClient } from '../../client/query.ts'
import { refusalsIn } from '../../errors/words.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { count } from '../../ui/count.ts'
import { Note } from '../../ui/Note.tsx'
import { importPeople, personChanged, previewImport } from './api.ts'
import { type Encoding, textIn } from './file-text.ts'
import { ImportRows } from './ImportRows.tsx'
import { linksFile } from './links-file.ts'
import { saveFile } from '../../ui/save-file.ts'
import styles from './people.module.css'

interface ReadFile {
  csv: string
  encoding: Encoding
  preview: ImportPreview
}

const IMPORTED = ['imported-people']

const findImported = () => queryClient.getQueryData<Imported>(IMPORTED)

/**
 * The server does not keep the links, so the answer outlives this page until they have been downloaded. In the cache,
 * which is cleared at sign-out.
 */
function keepImported(imported: Imported): void {
  queryClient.setQueryDefaults(IMPORTED, { gcTime: Infinity })
  queryClient.setQueryData(IMPORTED, imported)
  window.addEventListener('beforeunload', askWhileKept)
}

function forgetImported(): void {
  queryClient.removeQueries({ queryKey: IMPORTED })
  window.removeEventListener('beforeunload', askWhileKept)
}

function askWhileKept(event: BeforeUnloadEvent): void {
  if (findImported()) event.preventDefault()
}

/** Import of people: choose a file, check it line by line, confirm, and get the invitations. */
export function ImportPeople() {
  const [read, setRead] = useState<ReadFile | null>(null)
  const [imported, setImported] = useState(findImported)
  const [isReturn, setReturn] = useState(false)
  const goBack = () => {
    setReturn(true)
    setRead(null)
  }
  if (imported) return <Done imported={imported} />
  const finish = (answer: Imported) => {
    keepImported(answer)
    setImported(answer)
  }
  if (read) return <Check read={read} onBack={goBack} onDone={finish} />
  return <ChooseFile isReturn={isReturn} onRead={setRead} />
}

const EXAMPLE = `full name,username,email,role,department
Maria Stone,maria,maria@office.example,user,Operations
`

interface ChooseFileProps {
  /** another file is to be chosen: the button that was pressed for that has been removed */
  isReturn: boolean
  onRead: (read: ReadFile) => void
}

function ChooseFile({ isReturn, onRead }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > IMPORT_LIMITS.bytes) throw new TooLarge()
      const { text: csv, encoding } = textIn(new Uint8Array(await file.arrayBuffer()))
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
          <p>
            {error instanceof TooLarge
              ? `It is larger than ${IMPORT_LIMITS.bytes / 1024} kB.`
              : (refusalsIn(error)[0]?.message ?? sentenceOf(error))}
          </p>
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
        <Button icon={Download} onClick={() => saveFile(UTF8_MARK + EXAMPLE, 'people.csv')}>
          Download an example
        </Button>
      </div>
    </section>
  )
}

class TooLarge extends Error {}

function sentenceOf(error: Error): string {
  return error instanceof ApiError ? error.sentence : 'The server cannot be reached. Please try again.'
}

interface CheckProps {
  read: ReadFile
  onBack: () => void
  onDone: (imported: Imported) => void
}

function Check({ read, onBack, onDone }: CheckProps) {
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
          {ready.length === 0 ? 'Nobody can be invited' : `${people(ready.length)} will be invited`}
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
          Invite {people(ready.length)}
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

function people(number: number): string {
  return number === 1 ? '1 person' : `${count(number)} people`
}

function Done({ imported }: { imported: Imported }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={classes('card padded stack', styles.narrow)}>
      <h2 className="h-16" ref={heading} tabIndex={-1}>
        {people(imported.invited.length)} invited
      </h2>
      <p>
        Each has a link that works once, within 7 days. This version sends no email: download the links and hand them
        over yourself. The server does not keep them; a link that is lost can be replaced in User Management.
      </p>
      <div className="row wrap">
        <Button
          look="primary"
          icon={Download}
          onClick={() => {
            saveFile(UTF8_MARK + linksFile(imported, window.location.origin), 'invitation-links.csv')
            forgetImported()
          }}
        >
          Download links as CSV
        </Button>
        <Link to="/team/users?state=invited" className={buttonClass()}>
          User Management
        </Link>
      </div>
    </section>
  )
}

/** The byte order mark tells spreadsheets that the file is UTF-8. */
const UTF8_MARK = '\ufeff'
