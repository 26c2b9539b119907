import { Upload, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { DOCUMENT_TYPES } from '../../shared/document-types.ts'
import { useSession } from '../client/session.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Progress } from '../ui/Progress.tsx'
import { toast } from '../ui/toast.ts'
import { type SentFile, useSending } from './use-sending.ts'
import styles from './document-ai.module.css'

/** What the picker offers; what a file is, its content decides. */
const ACCEPTED = ['pdf', 'doc', 'docx'].flatMap((type) =>
  DOCUMENT_TYPES[type as 'pdf' | 'doc' | 'docx'].extensions.map((extension) => `.${extension}`),
)

function SendingRow({ sent, onCancel, onRetry }: { sent: SentFile; onCancel: () => void; onRetry: () => void }) {
  const { name, share, error } = sent
  return (
    <li className={styles.sending}>
      <span className="grow">
        <bdi>{name}</bdi>
        {error === null ? (
          <Progress value={Math.round(share * 100)} label={`Sending ${name}`} />
        ) : (
          <span className={styles.refusal} role="alert">
            {error}
          </span>
        )}
      </span>
      {error !== null && (
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
      <IconButton
        size="small"
        label={error === null ? `Cancel ${name}` : `Remove ${name}`}
        icon={X}
        onClick={onCancel}
      />
    </li>
  )
}

/** Where documents are brought: chosen, or dropped anywhere on the card. */
export function UploadCard() {
  const permissions = useSession()?.user.permissions ?? []
  const [isOver, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const said = () => toast({ title: 'Document uploaded', description: 'It is being read.', tone: 'good' })
  const { files, add, cancel, retry } = useSending(said)
  if (!permissions.includes('documents.upload')) return null
  return (
    <div
      role="presentation"
      className={classes('card', styles.uploads, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void add([...event.dataTransfer.files])
      }}
    >
      <div className="row wrap between">
        <div>
          <h2 className="h-14" id="document-upload">
            Turn a document into requests
          </h2>
          <p className="text-13 soft">
            Drop PDF, DOC or DOCX files here, or choose them. Nothing is created until you say so.
          </p>
        </div>
        <Button look="primary" icon={Upload} onClick={() => picker.current?.click()}>
          Choose files
        </Button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept={ACCEPTED.join(',')}
          aria-label="Documents to read"
          onChange={({ target }) => {
            void add([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </div>
      {files.length > 0 && (
        <ul className={styles.sendings} aria-label="Files on their way">
          {files.map((one) => (
            <SendingRow key={one.key} sent={one} onCancel={() => cancel(one)} onRetry={() => retry(one)} />
          ))}
        </ul>
      )}
    </div>
  )
}
