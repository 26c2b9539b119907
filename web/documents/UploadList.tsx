import { CircleAlert, Paperclip, RotateCcw, X } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Progress } from '../ui/Progress.tsx'
import { classes } from '../ui/classes.ts'
import { isUnderWay, type UploadItem } from './upload-item.ts'
import { sizeInWords } from '../ui/formats/sizes.ts'
import styles from './file-box.module.css'

interface UploadListProps {
  items: readonly UploadItem[]
  isLocked: boolean
  onRemove: (key: string) => void
  onRetry: (key: string) => void
  /** called for a file that has to be chosen again */
  onChoose: () => void
}

const percentOf = ({ received, size }: UploadItem) => Math.floor((100 * received) / Math.max(size, 1))

function stateWords(item: UploadItem): string {
  switch (item.state) {
    case 'done':
      return 'checked'
    case 'finishing':
      return 'attaching…'
    case 'queued':
      return 'queued'
    case 'missing':
      return item.received > 0 ? `${percentOf(item)}% uploaded` : 'not uploaded'
    case 'failed':
      return 'not uploaded'
    default:
      return item.received >= item.size ? 'checking…' : `${percentOf(item)}%`
  }
}

/** The files of a box with their progress. */
export function UploadList({ items, ...actions }: UploadListProps) {
  if (items.length === 0) return null
  return (
    <ul className={styles.files} aria-label="Files">
      {items.map((item) => (
        <UploadRow key={item.key} item={item} {...actions} />
      ))}
    </ul>
  )
}

type RowProps = Omit<UploadListProps, 'items'> & { item: UploadItem }

function UploadRow({ item, isLocked, onRemove, onRetry, onChoose }: RowProps) {
  const { key, name, size, state, canRetry } = item
  const isWrong = state === 'failed' || state === 'missing'
  const note = state === 'missing' ? (item.note ?? 'Choose this file again to upload the rest of it.') : item.note
  return (
    <li className={classes(styles.file, isWrong && styles.wrong)} data-state={state}>
      <Icon of={isWrong ? CircleAlert : Paperclip} />
      <span className={styles.about}>
        <bdi className={styles.name}>{name}</bdi>{' '}
        <span className={styles.state}>
          {sizeInWords(size)} · {stateWords(item)}
        </span>
        {note && <span className={styles.note}>{note}</span>}
      </span>
      {state === 'missing' && (
        <Button size="small" disabled={isLocked} onClick={onChoose} aria-label={`Choose again: ${name}`}>
          Choose again
        </Button>
      )}
      {state === 'failed' && canRetry && (
        <IconButton
          size="small"
          label={`Try again: ${name}`}
          icon={RotateCcw}
          disabled={isLocked}
          onClick={() => onRetry(key)}
        />
      )}
      <IconButton
        size="small"
        label={isUnderWay(item) ? `Cancel the upload of ${name}` : `Remove ${name}`}
        icon={X}
        disabled={isLocked && !isUnderWay(item)}
        onClick={() => onRemove(key)}
      />
      {isUnderWay(item) && (
        <span className={styles.progress}>
          <Progress label={`Upload of ${name}`} value={percentOf(item)} />
        </span>
      )}
    </li>
  )
}
