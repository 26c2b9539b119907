import { useMutation } from '@tanstack/react-query'
import { Download, RotateCw, ShieldCheck, Trash2, Undo2, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { Backup } from '../../shared/backups.ts'
import { PERMISSIONS } from '../../shared/permissions.ts'
import { refresh } from '../client/query.ts'
import { messageOf } from '../ui/errors/words.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { followDownload } from '../ui/save-file.ts'
import { toast } from '../ui/toast.ts'
import { useActor } from '../people/common/use-actor.ts'
import { addressOfBackup, BACKUPS, deleteBackup, verifyBackup } from './api.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'
import { useStartBackup } from './use-start-backup.ts'

interface BackupActionsProps {
  of: Backup
  /** when it was made, in words */
  taken: string
  onGone: () => void
}

/** What can be done with a backup that has ended. */
export function BackupActions({ of, taken, onGone }: BackupActionsProps) {
  const { checksum, recipient, state } = of
  const mayRestore = useMayRestore()
  const isOurs = recipient === null
  return (
    <span className="row wrap">
      {state === 'failed' && <TryAgain taken={taken} />}
      {checksum !== null && <DownloadIt of={of} taken={taken} />}
      {checksum !== null && isOurs && <Verify of={of} taken={taken} />}
      {state === 'proven' && isOurs && mayRestore && <Restore of={of} taken={taken} />}
      <Delete of={of} taken={taken} onGone={onGone} />
    </span>
  )
}

function TryAgain({ taken }: { taken: string }) {
  const { start, isStarting } = useStartBackup()
  return (
    <Button
      size="small"
      icon={RotateCw}
      busy={isStarting}
      aria-label={`Try again after the backup of ${taken}`}
      onClick={start}
    >
      Try again
    </Button>
  )
}

interface OneProps {
  of: Backup
  taken: string
}

function DownloadIt({ of, taken }: OneProps) {
  const fetching = useAction(
    () => addressOfBackup(of),
    'The backup could not be downloaded.',
    ({ path }) => followDownload(path),
  )
  return (
    <Labelled
      icon={Download}
      words="Download"
      label={`Download the backup of ${taken}`}
      busy={fetching.isPending}
      onPress={() => fetching.mutate()}
    />
  )
}

function Verify({ of, taken }: OneProps) {
  const verifying = useAction(
    () => verifyBackup(of),
    'The backup is not being verified.',
    () => toast({ title: 'Verification started', tone: 'good' }),
  )
  return (
    <Labelled
      icon={ShieldCheck}
      words="Verify"
      label={`Verify the backup of ${taken}`}
      busy={verifying.isPending}
      onPress={() => verifying.mutate()}
    />
  )
}

function Restore({ of, taken }: OneProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Labelled
        icon={Undo2}
        words="Restore…"
        label={`Restore… the backup of ${taken}`}
        onPress={() => setAsking(true)}
      />
      {isAsking && <RestoreDialog of={of} taken={taken} onClose={() => setAsking(false)} />}
    </>
  )
}

function Delete({ of, taken, onGone }: OneProps & { onGone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const deleting = useAction(() => deleteBackup(of), 'The backup was not deleted.', onGone)
  return (
    <>
      <IconButton icon={Trash2} size="small" label={`Delete the backup of ${taken}`} onClick={() => setAsking(true)} />
      {isAsking && (
        <DeleteDialog
          taken={taken}
          bucket={of.bucket}
          isDeleting={deleting.isPending}
          onDelete={() => {
            if (!deleting.isPending) deleting.mutate(undefined, { onSettled: () => setAsking(false) })
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

interface LabelledProps {
  icon: LucideIcon
  words: string
  /** begins with the words, and says of which backup */
  label: string
  busy?: boolean
  onPress: () => void
}

function Labelled({ icon, words, label, busy = false, onPress }: LabelledProps) {
  return (
    <Button
      look="quiet"
      size="small"
      icon={icon}
      busy={busy}
      aria-label={label}
      onClick={() => {
        if (!busy) onPress()
      }}
    >
      {words}
    </Button>
  )
}

/** Roles and accounts come back with a backup, so it takes every permission. */
function useMayRestore(): boolean {
  const actor = useActor()
  return PERMISSIONS.every((one) => actor.permissions.has(one))
}

function useAction<T>(call: () => Promise<T>, failed: string, onSuccess: (answer: T) => void) {
  return useMutation({
    mutationFn: call,
    retry: false,
    onSuccess,
    onError: (error) => toast({ title: 'Error', description: messageOf(error, failed), tone: 'bad' }),
    onSettled: () => refresh(BACKUPS),
  })
}
