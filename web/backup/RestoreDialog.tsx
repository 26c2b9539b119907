import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import type { Backup } from '../../shared/backups.ts'
import { useOfficeName } from '../client/office-name.ts'
import { refresh } from '../client/query.ts'
import { messageOf } from '../ui/errors/words.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { toast } from '../ui/toast.ts'
import { askForRestore, BACKUPS } from './api.ts'
import own from './backup.module.css'
import { OtherKeyDialog } from './OtherKeyDialog.tsx'

interface RestoreDialogProps {
  of: Backup
  /** when the backup was taken, in words */
  taken: string
  onClose: () => void
}

/** Says what a restore replaces and loses, and asks for the office's name before it is prepared. */
export function RestoreDialog(props: RestoreDialogProps) {
  return props.of.isOfPresentKey === false ? <OtherKeyDialog {...props} /> : <PrepareDialog {...props} />
}

function PrepareDialog({ of, taken, onClose }: RestoreDialogProps) {
  const office = useOfficeName()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const asking = useMutation({
    mutationFn: () => askForRestore(of, typed),
    retry: false,
    onSuccess: () => {
      toast({ title: 'Restore asked for', description: 'The page says when it is prepared.', tone: 'good' })
      onClose()
    },
    onError: (refused) => setError(messageOf(refused, 'The restore was not prepared.')),
    onSettled: () => refresh(BACKUPS),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (asking.isPending) return
    if (typed.trim() === office) return asking.mutate()
    setError(`Please type the name of the office: ${office}`)
    field.current?.focus()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={560}
      title="Restore this backup?"
      initialFocus={field}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" type="submit" form="restore" busy={asking.isPending} busyLabel="Asking...">
            Prepare the restore
          </Button>
        </>
      }
    >
      <DialogBody>
        <form id="restore" className="stack" onSubmit={submit} noValidate>
          <p>
            The office as it was on {taken} is restored beside this one and takes its place at the next start of the
            server. Until then everybody goes on working, and the restore can be withdrawn.
          </p>
          <ul className={own.consequences}>
            <li>
              <b>Replaced:</b> requests, documents, people, roles, settings and the audit log. What is replaced is kept
              aside on the server.
            </li>
            <li>
              <b>Lost:</b> everything that was entered or changed since then. Request numbers are not issued again.
            </li>
            <li>
              <b>Afterwards:</b> everybody signs in again, and mail and schedules wait until an administrator releases
              them.
            </li>
          </ul>
          <p className="text-13 soft">
            {of.isOfPresentKey
              ? 'It was made with the server’s present SECRET_KEY: stored passwords and the audit log stay readable.'
              : 'Whether it was made with the server’s present SECRET_KEY is checked before anything is prepared.'}
          </p>
          <Field label="Name of the office" hint={`Type “${office}” to confirm`} required error={error}>
            <TextInput
              ref={field}
              value={typed}
              autoComplete="off"
              onChange={({ target }) => {
                setTyped(target.value)
                setError(undefined)
              }}
            />
          </Field>
        </form>
      </DialogBody>
    </Dialog>
  )
}
