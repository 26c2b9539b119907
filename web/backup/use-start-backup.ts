import { useMutation } from '@tanstack/react-query'
import { refresh } from '../client/query.ts'
import { messageOf } from '../ui/errors/words.ts'
import { toast } from '../ui/toast.ts'
import { BACKUPS, startBackup } from './api.ts'

/** Starts a backup with the stored settings, and says so. */
export function useStartBackup(): { start: () => void; isStarting: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: startBackup,
    onSuccess: () =>
      toast({ title: 'Backup started', description: 'Backup Settings show how far it is.', tone: 'good' }),
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The backup was not started.'), tone: 'bad' }),
    onSettled: () => refresh(BACKUPS),
  })
  const start = () => {
    if (!isPending) mutate()
  }
  return { start, isStarting: isPending }
}
