import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { StoredDocument } from '../../../shared/documents.ts'
import { messageOf } from '../../errors/words.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { toast } from '../../ui/toast.ts'
import { fetchContent } from './api.ts'

/** The browser takes the file within this time. */
const KEPT_MS = 60_000

function save(file: Blob, name: string): void {
  // Whatever the bytes are, the browser stores them and shows nothing of them.
  const address = URL.createObjectURL(new Blob([file], { type: 'application/octet-stream' }))
  const link = window.document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}

interface DownloadDocumentProps {
  document: StoredDocument
  isIcon?: boolean
  /** of the icon, where several stand in one list */
  label?: string
}

/** Fetches the file with the session's token, which a plain link would not send, and hands it to the browser. */
export function DownloadDocument({ document, isIcon, label = 'Download' }: DownloadDocumentProps) {
  const fetching = useMutation({
    mutationFn: () => fetchContent(document.id, () => {}, new AbortController().signal),
    retry: false,
    onSuccess: (file) => save(file, document.name),
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The file could not be downloaded.'), tone: 'bad' }),
  })
  const button = { icon: Download, busy: fetching.isPending, onClick: () => fetching.mutate() }
  return isIcon ? (
    <IconButton {...button} size="small" label={label} />
  ) : (
    <Button {...button} size="small" busyLabel="Downloading…">
      Download
    </Button>
  )
}
