import { KeyRound } from 'lucide-react'
import type { Backup } from '../../shared/backups.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogBody } from '../ui/Dialog.tsx'
import { Note } from '../ui/Note.tsx'

/** Says where a backup of another SECRET_KEY can be restored, and what is lost without its key. */
export function OtherKeyDialog({ of: { isEncrypted }, onClose }: { of: Backup; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={560}
      title="This backup cannot be restored here"
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <DialogBody>
        <Note tone="amber" icon={KeyRound} title="It was made with another SECRET_KEY">
          {isEncrypted ? (
            <p>
              Its file carries that key. On the stopped server, npm run restore with --replace brings the office back
              with it; the present office and key are kept aside.
            </p>
          ) : (
            <p>
              Its file carries no key. On the stopped server, npm run restore brings everything back with that
              SECRET_KEY. Without it, stored passwords of other services cannot be read, links that were sent do not
              open, and earlier entries of the audit log cannot be checked.
            </p>
          )}
        </Note>
      </DialogBody>
    </Dialog>
  )
}
