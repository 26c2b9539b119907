import { useMutation } from '@tanstack/react-query'
import { FileText, Image, Table, Trash2 } from 'lucide-react'
import { DOCUMENT_TYPES, type DocumentType } from '../../shared/document-types.ts'
import type { StoredDocument } from '../../shared/documents.ts'
import { fullName } from '../../shared/people.ts'
import { messageOf } from '../ui/errors/words.ts'
import { fullInstant, nearInstant } from '../ui/formats/dates.ts'
import { count } from '../ui/count.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { toast } from '../ui/toast.ts'
import { useOpenDocument } from './common/use-open-document.ts'
import { deleteDocument, restoreDocument } from './api.ts'
import { DownloadDocument } from './preview/DownloadDocument.tsx'
import { sizeInWords } from '../ui/formats/sizes.ts'
import { hasNativePreview } from './preview/native-preview.ts'
import { prefetchPreview } from './preview/prefetch-preview.ts'
import { prefetchContent } from './preview/use-content.ts'
import styles from './documents.module.css'

const ICONS: Partial<Record<DocumentType, typeof FileText>> = { png: Image, jpeg: Image, xlsx: Table }

/** State of the text extraction, where there is something to report. */
function textWords({ text: { state, note } }: StoredDocument): string | null {
  if (state === 'waiting') return note ?? 'Its text is being read…'
  if (state === 'none') return note ?? 'This document has no text to search.'
  if (state === 'failed') return note ?? 'Its text could not be read.'
  return note
}

function metaOf({ type, size, text, uploadedBy }: StoredDocument): string {
  const pages = text.pages === null ? [] : [`${count(text.pages)} ${text.pages === 1 ? 'page' : 'pages'}`]
  return [DOCUMENT_TYPES[type].label, sizeInWords(size), ...pages, fullName(uploadedBy) || 'Unknown'].join(' · ')
}

/** Undo is in the toast, which outlives the row and its screen. */
function useDelete(document: StoredDocument) {
  const restore = async () => {
    try {
      await restoreDocument(document)
    } catch (error) {
      const description = messageOf(error, 'The document was not restored. Try again.')
      const links = [{ label: 'Try again', onClick: () => void restore() }]
      toast({ tone: 'bad', title: 'Error', description, links })
    }
  }
  return useMutation({
    mutationFn: () => deleteDocument(document),
    onSuccess: () =>
      toast({
        title: 'Document deleted',
        description: document.name,
        links: [{ label: 'Undo', onClick: () => void restore() }],
      }),
    onError: (error) =>
      toast({ tone: 'bad', title: 'Error', description: messageOf(error, 'The document was not deleted.') }),
  })
}

/** @param props.onDelete called when the delete button, and the focus with it, is about to go */
export function DocumentRow({ document, onDelete }: { document: StoredDocument; onDelete: () => void }) {
  const { open } = useOpenDocument()
  const deletion = useDelete(document)
  const { id, name, type, uploadedAt, canDelete } = document
  const text = textWords(document)
  return (
    <li className={styles.document}>
      <Icon of={ICONS[type] ?? FileText} />
      <span className={styles.about}>
        <button
          type="button"
          className={styles.open}
          data-document={id}
          onPointerEnter={() => prefetchPreview(type)}
          onFocus={() => prefetchPreview(type)}
          onPointerDown={() => hasNativePreview(type) && prefetchContent(id)}
          onClick={() => open(id)}
        >
          <bdi>{name}</bdi>
        </button>
        <span className={styles.meta}>
          {metaOf(document)} ·{' '}
          <time dateTime={uploadedAt} title={fullInstant(uploadedAt)}>
            {nearInstant(uploadedAt)}
          </time>
        </span>
        {text && <span className={styles.meta}>{text}</span>}
      </span>
      <DownloadDocument document={document} isIcon label={`Download ${name}`} />
      {canDelete && (
        <IconButton
          size="small"
          label={`Delete ${name}`}
          icon={Trash2}
          busy={deletion.isPending}
          onClick={() => {
            onDelete()
            deletion.mutate()
          }}
        />
      )}
    </li>
  )
}
