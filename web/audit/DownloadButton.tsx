import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { download } from '../client/api.ts'
import { messageOf } from '../ui/errors/words.ts'
import { Button } from '../ui/Button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.ts'

interface DownloadProps {
  path: string
  /** of the file */
  name: string
  children: string
}

/** Downloads a file with the session's token, which a plain link would not send. */
export function DownloadButton({ path, name, children }: DownloadProps) {
  const fetching = useMutation({
    mutationFn: () => download(path),
    retry: false,
    onSuccess: (file) => saveFile(file, name),
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The file could not be downloaded.'), tone: 'bad' }),
  })
  return (
    <Button icon={Download} busy={fetching.isPending} busyLabel="Exporting..." onClick={() => fetching.mutate()}>
      {children}
    </Button>
  )
}
