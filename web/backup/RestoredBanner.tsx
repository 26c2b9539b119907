import { useMutation, useQuery } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import type { BackupStatus, Release } from '../../shared/backups.ts'
import { refresh } from '../client/query.ts'
import { messageOf } from '../ui/errors/words.ts'
import { fullInstant } from '../ui/formats/dates.ts'
import { Button } from '../ui/Button.tsx'
import { count } from '../ui/count.ts'
import { Note } from '../ui/Note.tsx'
import { toast } from '../ui/toast.ts'
import { BACKUPS, backupStatusOptions, releaseHeld } from './api.ts'
import own from './backup.module.css'

const DONE: Record<Release['waiting'], string> = {
  send: 'Mail goes out again',
  drop: 'Waiting mail dropped',
}

/** Shown above every page to those who manage backups, until what a restored office holds is released. */
export function RestoredBanner() {
  const held = useQuery(backupStatusOptions()).data?.held
  const releasing = useMutation({
    mutationFn: releaseHeld,
    onSuccess: (_, waiting) => {
      toast({ title: DONE[waiting], tone: 'good' })
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    },
    onError: (error) => toast({ title: 'Error', description: messageOf(error, 'Please try again.'), tone: 'bad' }),
    onSettled: () => refresh(BACKUPS),
  })
  if (!held) return null
  const decide = (waiting: Release['waiting'], words: string) => (
    <Button
      busy={releasing.isPending && releasing.variables === waiting}
      onClick={() => {
        if (!releasing.isPending) releasing.mutate(waiting)
      }}
    >
      {words}
    </Button>
  )
  return (
    <Note
      tone="amber"
      icon={MailX}
      role="status"
      className={own.held}
      title={`This office was restored from a backup of ${fullInstant(held.madeAt)}`}
      action={
        <span className={own.decisions}>
          {decide('send', 'Release all')}
          {decide('drop', 'Drop waiting mail')}
        </span>
      }
    >
      <p>
        Until you decide, no mail goes out and no schedule runs. {waitingWords(held)} What waited in the backup may have
        gone out already. Release all sends it and makes the reports that are due; Drop waiting mail goes on from now.
      </p>
    </Note>
  )
}

function waitingWords({ mails, schedules }: NonNullable<BackupStatus['held']>): string {
  const mail = mails === 1 ? '1 message waits' : `${count(mails)} messages wait`
  const due = schedules === 1 ? '1 report is due' : `${count(schedules)} reports are due`
  return `${mail}, ${due}.`
}
