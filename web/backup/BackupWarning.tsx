import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { BackupStatus } from '../../shared/backups.ts'
import { fullInstant } from '../ui/formats/dates.ts'
import { Icon } from '../ui/Icon.tsx'
import { useActor } from '../people/common/use-actor.ts'
import { backupStatusOptions } from './api.ts'
import own from './backup.module.css'

/** A line on the dashboard of those who manage backups, while the newest one is not proven or one is missing. */
export function BackupWarning() {
  const isShown = useActor().permissions.has('backups.manage')
  const warning = useQuery({ ...backupStatusOptions(), enabled: isShown }).data?.warning
  if (!isShown || !warning) return null
  return (
    <p className={`text-13 ${own.warning}`}>
      <Icon of={TriangleAlert} size="s" />
      <span>
        {wordsFor(warning)} <Link to="/settings/backup">Look at the backups</Link>
      </span>
    </p>
  )
}

function wordsFor({ code, lastProvenAt }: NonNullable<BackupStatus['warning']>): string {
  const since =
    lastProvenAt === null ? 'None has been proven yet.' : `The last proven one is of ${fullInstant(lastProvenAt)}.`
  if (code === 'failed') return `The newest backup failed. ${since}`
  if (code === 'not-proven') return `The newest backup is not proven. ${since}`
  return `Scheduled backups are missing. ${since}`
}
