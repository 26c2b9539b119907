import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { StoredDocument } from '../../../shared/documents.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { Button, type ButtonSize } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.ts'
import { fetchContent } from './api.ts'

interface DownloadDocumentProps {
  document: StoredDocument
  isIcon?: boolean
  size?: ButtonSize
  /** label of the icon, where a list has several */
  label?: string
}

/** Downloads the file with the session's token, which a plain link would not send. */
export function DownloadDocument({ document, isIcon, size = 'small', label = 'Download' }: DownloadDocumentProps) {
  const fetching = useMutation({
    mutationFn: () => fetchContent(document.id, () => {}, new AbortController().signal),
    retry: false,
    onSuccess: (file) => saveFile(file, document.name),
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The file could not be downloaded.'), tone: 'bad' }),
  })
  const button = { size, icon: Download, busy: fetching.isPending, onClick: () => fetching.mutate() }
  return isIcon ? (
    <IconButton {...button} label={label} />
  ) : (
    <Button {...button} busyLabel="Downloading…">
      Download
    </Button>
  )
}
