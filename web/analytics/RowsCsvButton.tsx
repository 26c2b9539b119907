import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useSession } from '../client/session.ts'
import { messageOf } from '../ui/errors/words.ts'
import { Button, type ButtonSize } from '../ui/Button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.ts'
import { fetchRowsCsv } from './api.ts'

interface RowsCsvButtonProps {
  /** address of the call for the requests behind a figure, or only its query */
  rows: string
  size?: ButtonSize
}

/** Downloads all requests behind a figure; hidden without the permission to export. */
export function RowsCsvButton({ rows, size = 'medium' }: RowsCsvButtonProps) {
  const mayExport = useSession()?.user.permissions.includes('reports.export')
  const fetching = useMutation({
    mutationFn: () => fetchRowsCsv(rows.slice(rows.indexOf('?') + 1)),
    retry: false,
    onSuccess: ({ content, name }) => saveFile(content, name),
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The file could not be downloaded.'), tone: 'bad' }),
  })
  if (!mayExport) return null
  return (
    <Button
      icon={Download}
      size={size}
      busy={fetching.isPending}
      busyLabel="Downloading…"
      onClick={() => fetching.mutate()}
    >
      Download CSV
    </Button>
  )
}
