import { FileText, FileX, LockKeyhole } from 'lucide-react'
import type { StoredDocument } from '../../../../shared/documents.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { DownloadDocument } from '../DownloadDocument.tsx'

export function PdfLocked({ onRetry }: { onRetry: () => void }) {
  return (
    <Note
      tone="amber"
      icon={LockKeyhole}
      title="This PDF is protected"
      role="status"
      action={
        <Button size="small" onClick={onRetry}>
          Enter the password
        </Button>
      }
    >
      <p>Its pages can be seen with its password.</p>
    </Note>
  )
}

export function PdfDamaged({ document, onShowText }: { document: StoredDocument; onShowText: () => void }) {
  return (
    <Note
      tone="amber"
      icon={FileX}
      title="This PDF cannot be shown here"
      role="alert"
      action={
        <>
          {document.text.state === 'ready' && (
            <Button size="small" icon={FileText} onClick={onShowText}>
              Show as text
            </Button>
          )}
          <DownloadDocument document={document} />
        </>
      }
    >
      <p>The file is damaged. Download it to try another program.</p>
    </Note>
  )
}
