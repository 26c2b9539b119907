import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { fullName } from '../../../shared/people.ts'
import { TextKept } from '../drafts/DraftLine.tsx'
import { OfflineNotice } from '../../ui/errors/OfflineNotice.tsx'
import { agoWords, clockTime } from '../../ui/formats/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { peopleOptions } from '../common/api.ts'
import { PeopleMissing } from '../common/PeopleMissing.tsx'
import { ReasonField } from '../dialogs/ReasonField.tsx'
import { ConflictTable } from './ConflictTable.tsx'
import { useResolution, type ConflictDialogProps } from './use-resolution.ts'

/** Another person saved first: shows both versions side by side, with a choice for each field. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { mine, current } = props.conflict
  const { found, choices, choose, reason, reasonField, isReasonAsked, isSaving, saveMix, saveMine, leave } =
    useResolution(props)
  const people = useQuery(peopleOptions())
  const heading = useRef<HTMLSpanElement>(null)
  const who = current.changedBy?.firstName ?? 'the other person'
  const saved = `${clockTime(current.changedAt)}, ${agoWords(current.changedAt)}`
  return (
    <Dialog
      open
      onOpenChange={() => leave(`Your changes to ${current.requestId} were not saved`)}
      width={860}
      top={<span className="request-id semibold">{current.requestId}</span>}
      title={
        <span ref={heading} tabIndex={-1}>
          {fullName(current.changedBy) || 'Somebody'} changed this request while you were editing
        </span>
      }
      initialFocus={heading}
      under={
        <p className="text-13 soft">
          {current.changedBy?.firstName ?? 'It was'} saved at {saved}. Nothing is lost: choose what to keep for each
          field.
        </p>
      }
      footer={
        <Choosing
          who={who}
          isSaving={isSaving}
          onTheirs={() => leave(`${who}’s version is kept`)}
          onMine={saveMine}
          onMix={saveMix}
        />
      }
    >
      <DialogBody>
        <OfflineNotice />
        {found.some(({ field }) => field === 'assignedToId') && <PeopleMissing />}
        <ConflictTable
          found={found}
          mine={mine}
          current={current}
          people={people.data ?? []}
          choices={choices}
          onChoose={choose}
        />
        {isReasonAsked && (
          <ReasonField ref={reasonField} value={reason.text} error={reason.refusal} onChange={reason.type} />
        )}
      </DialogBody>
    </Dialog>
  )
}

interface ChoosingProps {
  who: string
  isSaving: boolean
  onTheirs: () => void
  onMine: () => void
  onMix: () => void
}

function Choosing({ who, isSaving, onTheirs, onMine, onMix }: ChoosingProps) {
  return (
    <>
      <TextKept />
      <span className="grow" />
      <Button disabled={isSaving} onClick={onTheirs}>
        Use all of {who}’s
      </Button>
      <Button disabled={isSaving} onClick={onMine}>
        Keep all of mine
      </Button>
      <Button look="primary" busy={isSaving} busyLabel="Updating..." onClick={onMix}>
        Save this mix
      </Button>
    </>
  )
}
