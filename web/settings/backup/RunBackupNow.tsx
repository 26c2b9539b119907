import { useMutation } from '@tanstack/react-query'
import { HardDrive } from 'lucide-react'
import { refresh } from '../../client/query.ts'
import { messageOf } from '../../errors/words.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { useActor } from '../../vocabulary/use-actor.ts'
import { BACKUPS, startBackup } from './api.ts'

/** Starts a backup with the stored settings. Shown to those who may. */
export function RunBackupNow() {
  const starting = useMutation({
    mutationFn: startBackup,
    onSuccess: () =>
      toast({ title: 'Backup started', description: 'Backup Settings show how far it is.', tone: 'good' }),
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The backup was not started.'), tone: 'bad' }),
    onSettled: () => refresh(BACKUPS),
  })
  if (!useActor().permissions.has('backups.manage')) return null
  return (
    <Button
      icon={HardDrive}
      busy={starting.isPending}
      busyLabel="Starting..."
      onClick={() => {
        if (!starting.isPending) starting.mutate()
      }}
    >
      Run Backup Now
    </Button>
  )
}
