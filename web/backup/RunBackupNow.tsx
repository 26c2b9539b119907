import { HardDrive } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { useActor } from '../people/common/use-actor.ts'
import { useStartBackup } from './use-start-backup.ts'

/** Starts a backup with the stored settings. Shown to those who may. */
export function RunBackupNow() {
  const { start, isStarting } = useStartBackup()
  if (!useActor().permissions.has('backups.manage')) return null
  return (
    <Button icon={HardDrive} busy={isStarting} busyLabel="Starting..." onClick={start}>
      Run Backup Now
    </Button>
  )
}
