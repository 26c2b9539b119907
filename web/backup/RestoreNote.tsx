import { useMutation, useQuery } from '@tanstack/react-query'
import { ArchiveRestore, TriangleAlert } from 'lucide-react'
import type { BackupStatus } from '../../shared/backups.ts'
import { fullName } from '../../shared/people.ts'
import { refresh } from '../client/query.ts'
import { messageOf } from '../ui/errors/words.ts'
import { fullInstant } from '../ui/formats/dates.ts'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { toast } from '../ui/toast.ts'
import { BACKUPS, backupStatusOptions, withdrawRestore } from './api.ts'
import { restoreFailureWords } from './backup-words.ts'

/** How a restore stands that was asked for. */
export function RestoreNote({ onGone }: { onGone: () => void }) {
  const status = useQuery(backupStatusOptions()).data
  const withdrawing = useMutation({
    mutationFn: withdrawRestore,
    onSuccess: onGone,
    onError: (error) => toast({ title: 'Error', description: messageOf(error, 'Please try again.'), tone: 'bad' }),
    onSettled: () => refresh(BACKUPS),
  })
  const words = status && wordsFor(status)
  if (!words) return null
  return (
    <Note
      tone={words.tone}
      icon={words.tone === 'red' ? TriangleAlert : ArchiveRestore}
      role="status"
      title={words.title}
      action={
        <Button
          busy={withdrawing.isPending}
          onClick={() => {
            if (!withdrawing.isPending) withdrawing.mutate()
          }}
        >
          {words.button}
        </Button>
      }
    >
      <p>{words.line}</p>
    </Note>
  )
}

function wordsFor({ restoring, restoreFailed }: BackupStatus) {
  if (restoreFailed)
    return {
      tone: 'red',
      title: `The backup of ${fullInstant(restoreFailed.takenAt)} was not restored`,
      line: `The office is as it was. ${restoreFailureWords(restoreFailed)}`,
      button: 'Dismiss',
    } as const
  if (!restoring) return undefined
  const [taken, by] = [fullInstant(restoring.takenAt), `${fullName(restoring.askedBy)} asked for it.`]
  if (restoring.state === 'prepared')
    return {
      tone: 'amber',
      title: `The backup of ${taken} is prepared`,
      line: `It takes the place of this office at the next start of the server. ${by}`,
      button: 'Withdraw the restore',
    } as const
  return {
    tone: 'blue',
    title: `The backup of ${taken} is being prepared`,
    line: `It is restored beside this office, which goes on working. ${by}`,
    button: 'Withdraw the restore',
  } as const
}
