import { Upload } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { use, useId, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { FormLocked } from '../ui/Field.tsx'
import { useFocusFallback } from '../ui/focus-fallback.ts'
import { Icon } from '../ui/Icon.tsx'
import { useStore } from '../ui/store.ts'
import { classes } from '../ui/classes.ts'
import { documentRulesOptions } from './api.ts'
import { progressWords } from './progress-words.ts'
import { acceptedFiles, rulesHint } from './upload-rules.ts'
import type { Uploader } from './uploader.ts'
import { UploadList } from './UploadList.tsx'
import { useRefusalToast } from './use-refusal-toast.ts'
import { useFileDrop, type Chosen, type Drag } from './use-file-drop.ts'
import styles from './file-box.module.css'

const NO_FOLDER = 'A folder cannot be attached. Choose the files in it.'

interface FileBoxProps {
  uploader: Uploader
  /** names the box */
  label: string
  /** its label is not shown: a heading says it already */
  isLabelHidden?: boolean
  /** between the label and the box */
  note?: ReactNode
}

/** Box to choose, drop and paste files, with the list of uploads. */
export function FileBox({ uploader, label, isLabelHidden = false, note }: FileBoxProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const isLocked = use(FormLocked)
  const { data: rules } = useQuery(documentRulesOptions())
  const items = useStore(uploader.items)
  useRefusalToast(items)
  const keepFocus = useFocusFallback(box, '[data-choose]', items.length)
  const choose = ({ files, folders }: Chosen) => {
    if (!rules || isLocked) return
    for (const folder of folders) uploader.refuse(folder, NO_FOLDER)
    uploader.add(files, rules)
  }
  const drag = useFileDrop(box, choose)
  return (
    <div className="field" ref={box} role="group" aria-labelledby={`${id}-label`}>
      <span className={classes('label', isLabelHidden && 'visually-hidden')} id={`${id}-label`}>
        {label}
      </span>
      {note}
      <UploadList
        items={items}
        isLocked={isLocked}
        onRemove={(key) => {
          keepFocus()
          uploader.remove(key)
        }}
        onRetry={(key) => {
          keepFocus()
          uploader.retry(key)
        }}
        onChoose={() => picker.current?.click()}
      />
      <div className={classes(styles.drop, drag && styles.dragging)}>
        <Icon of={Upload} />
        <span className={styles.invitation}>
          <span className={styles.orDrop}>Drop files here or </span>
          <button
            type="button"
            className={classes('link-button', styles.choose)}
            data-choose
            disabled={isLocked}
            aria-describedby={`${id}-hint`}
            onClick={() => picker.current?.click()}
          >
            choose files
          </button>
        </span>
        <span className="text-12 muted" id={`${id}-hint`}>
          {rules && rulesHint(rules)}
        </span>
      </div>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={label}
        accept={rules && acceptedFiles(rules)}
        onChange={(event) => {
          choose({ files: [...(event.target.files ?? [])], folders: [] })
          // Reset, so that the same file can be chosen again.
          event.target.value = ''
        }}
      />
      <p className="visually-hidden" role="status">
        {progressWords(items)}
      </p>
      {drag && <DropTarget {...drag} />}
    </div>
  )
}

/** Covers the whole dialog or card, so that a drop needs no aim. */
function DropTarget({ zone, isOver }: Drag) {
  return createPortal(
    <div className={classes(styles.target, isOver && styles.over)} aria-hidden="true">
      <span>{isOver ? 'Drop the files to add them' : 'Drop files here'}</span>
    </div>,
    zone,
  )
}
