import type { PersonActionKind } from '../../../shared/people-changes.ts'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { ChangeSeveral } from './ChangeSeveral.tsx'
import { labelOf } from './several-words.ts'
import { SeveralOutcome } from './SeveralOutcome.tsx'
import type { Selection } from './use-selection.ts'

const WIDTH = 560

interface SeveralDialogProps {
  /** what is asked about the selected people; null: only the outcome is shown */
  kind: PersonActionKind | null
  selection: Selection
  /** the change that was confirmed */
  changeId: string | null
  onStarted: (id: string) => void
  onClose: () => void
}

/** A change of several people: its preview, then its progress and its outcome. One dialog, so that the focus finds back. */
export function SeveralDialog({ kind, selection, changeId, onStarted, onClose }: SeveralDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={WIDTH}
      title={kind === null ? 'Change of several people' : labelOf(kind)}
    >
      <DialogBody>
        {changeId !== null ? (
          <SeveralOutcome key={changeId} id={changeId} onClose={onClose} />
        ) : (
          kind !== null && <ChangeSeveral kind={kind} selection={selection} onStarted={onStarted} onClose={onClose} />
        )}
      </DialogBody>
    </Dialog>
  )
}
