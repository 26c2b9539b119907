import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { fullName } from '../../../shared/people.ts'
import { asksForReason } from '../../../shared/request-rules.ts'
import { discardWithUndo } from '../../drafts/discard.ts'
import { discardDraft } from '../../drafts/draft-store.ts'
import { useDraft } from '../../drafts/drafts.ts'
import { OfflineNotice } from '../../errors/OfflineNotice.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/toast.ts'
import { conflictOf, editRequest, peopleOptions, requestsChanged } from '../../vocabulary/api.ts'
import { changesOf, type Difference, differences, editedValues, mixed, type Side } from '../dialogs/edit-conflict.ts'
import { type Choices, ConflictTable } from './ConflictTable.tsx'
import { agoWords, clockTime } from '../../formats/dates.ts'
import { type Clash, editDraftKey, patchOf, reasonRefusal } from '../dialogs/edit-form.ts'
import { saidUpdated, sayUpdateFailed } from '../dialogs/EditRequestDialog.tsx'
import { ReasonField } from '../dialogs/ReasonField.tsx'
import { PeopleMissing } from '../../vocabulary/PeopleMissing.tsx'
import { useIsUnmounted } from '../../ui/use-is-unmounted.ts'
import { useOpenRequest } from '../../vocabulary/use-open-request.ts'

interface ConflictDialogProps {
  clash: Clash
  /** it changed once more while this was being decided */
  onClash: (clash: Clash) => void
  onClose: () => void
}

function choose(found: Difference[], side: (difference: Difference) => Side): Choices {
  return Object.fromEntries(found.map((difference) => [difference.field, side(difference)]))
}

/** Somebody else saved first: both texts side by side, and for each field the choice. */
export function ConflictDialog({ clash, onClash, onClose }: ConflictDialogProps) {
  const { base, mine, current } = clash
  const theirs = editedValues(current)
  const found = differences(base, mine, theirs)
  const [choices, setChoices] = useState(() => choose(found, ({ proposed }) => proposed))
  const people = useQuery(peopleOptions())
  const { edit } = useOpenRequest()
  const heading = useRef<HTMLSpanElement>(null)
  const draftKey = editDraftKey(current.id)
  // The form's own draft lies still while this dialog is open, so what is typed here is kept beside it.
  const [kept, keep, reasonDraft] = useDraft(`reason.${current.id}`)
  const [reason, setReason] = useState(kept || clash.reason)
  const [refusal, setRefusal] = useState<string>()
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const isAsked = (wanted: Choices) => asksForReason(theirs.status, mixed(mine, theirs, wanted).status)
  const gone = useIsUnmounted()
  const who = current.changedBy?.firstName ?? 'the other person'

  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: Choices) => editRequest(current.id, patchOf(mixed(mine, theirs, wanted), current, reason)),
    onSuccess: () => done(),
    onError: (error, wanted) => {
      const next = conflictOf(error)
      const mix = mixed(mine, theirs, wanted)
      if (next && Object.keys(changesOf(mix, next)).length === 0) done()
      else if (next && !gone.current)
        onClash({ base: { ...theirs, version: current.version }, mine: mix, reason, current: next })
      else sayUpdateFailed(error)
    },
  })
  function done() {
    discardDraft(draftKey)
    reasonDraft.clear()
    saidUpdated()
    requestsChanged()
    if (!gone.current) onClose()
  }
  const leave = (title: string) => {
    requestsChanged()
    onClose()
    // While it is being saved, its answer tells how it went.
    if (isPending) return
    sayKept(title, () => edit(current.id), draftKey, `reason.${current.id}`)
  }
  const keepMine = () => {
    const all = choose(found, ({ mineAllowed }) => (mineAllowed ? 'mine' : 'theirs'))
    setChoices(all)
    save(all)
  }
  function save(wanted: Choices) {
    const missing = isAsked(wanted) ? reasonRefusal(reason) : undefined
    setRefusal(missing)
    if (missing === undefined) mutate(wanted)
    // After the field is on the screen, which the choice may have brought there.
    else setTimeout(() => reasonField.current?.focus())
  }
  const saved = `${clockTime(current.changedAt)}, ${agoWords(current.changedAt)}`

  return (
    <Dialog
      open
      onOpenChange={() => leave(`Your changes to ${current.requestId} were not saved`)}
      width={860}
      top={<span className="rid semibold">{current.requestId}</span>}
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
          isPending={isPending}
          onTheirs={() => leave(`${who}’s version is kept`)}
          onMine={keepMine}
          onMix={() => save(choices)}
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
          onChoose={(field, side) => setChoices({ ...choices, [field]: side })}
        />
        {isAsked(choices) && (
          <ReasonField
            ref={reasonField}
            value={reason}
            error={refusal}
            onChange={(text) => {
              setReason(text)
              keep(text)
              setRefusal(undefined)
            }}
          />
        )}
      </DialogBody>
    </Dialog>
  )
}

interface ChoosingProps {
  who: string
  isPending: boolean
  onTheirs: () => void
  onMine: () => void
  onMix: () => void
}

function Choosing({ who, isPending, onTheirs, onMine, onMix }: ChoosingProps) {
  return (
    <>
      <span className="draft-line">
        <Icon of={CircleCheck} size="s" />
        Your text is kept as a draft
      </span>
      <span className="grow" />
      <Button disabled={isPending} onClick={onTheirs}>
        Use all of {who}’s
      </Button>
      <Button disabled={isPending} onClick={onMine}>
        Keep all of mine
      </Button>
      <Button look="primary" busy={isPending} busyLabel="Updating..." onClick={onMix}>
        Save this mix
      </Button>
    </>
  )
}

function sayKept(title: string, onShow: () => void, ...drafts: [string, ...string[]]): void {
  toast({
    about: drafts[0],
    title,
    description: 'Your text is kept as a draft.',
    links: [
      { label: 'Show my text', onClick: onShow },
      { label: 'Discard', onClick: () => discardWithUndo(...drafts) },
    ],
  })
}
