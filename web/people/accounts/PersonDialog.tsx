import { OPEN_FILTER } from '../../../shared/request-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { Link } from 'react-router'
import { fullName } from '../../../shared/people.ts'
import type { Invited, Person } from '../../../shared/team.ts'
import { notGrantable } from '../../../shared/granting.ts'
import { discardDraft } from '../../requests/drafts/draft-store.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { instantDay } from '../../ui/formats/dates.ts'
import { count } from '../../ui/count.ts'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { FactGrid } from '../../ui/FactGrid.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useIsUnmounted } from '../../ui/use-is-unmounted.ts'
import { useActor } from '../common/use-actor.ts'
import { personOptions, rolesOptions } from './api.ts'
import { DeactivateForm } from './DeactivateForm.tsx'
import { OneTimeLink } from './OneTimeLink.tsx'
import { invitationLine, lastSeen, StateBadge } from './person-words.tsx'
import { PersonAccess } from './PersonAccess.tsx'
import { PersonForm } from './PersonForm.tsx'
import { personDraftKey } from './person-form.ts'
import { WithdrawForm } from './WithdrawForm.tsx'
import { useLeavePerson } from './use-leave-person.ts'

const WIDTH = 680

interface PersonDialogProps {
  id: string
  onClose: () => void
  /** the account no longer exists */
  onRemoved: (id: string) => void
}

/**
 * One account: the person, their last visit, and all actions on it. The same dialog is mounted from loading on, because it
 * remembers where the focus came from.
 */
export function PersonDialog({ id, onClose, onRemoved }: PersonDialogProps) {
  const query = useQuery(personOptions(id))
  const person = query.data
  const known = person && {
    title: <bdi>{fullName(person)}</bdi>,
    top: (
      <span className="row">
        <bdi className="text-13 soft">{person.username}</bdi>
        <StateBadge state={person.state} />
      </span>
    ),
    under: <FactGrid boxes={boxesOf(person)} />,
  }
  const { isDirty, leave } = useLeavePerson(id, person, onClose)
  return (
    <Dialog open onOpenChange={leave} width={WIDTH} title="Account" {...known}>
      <DialogBody>
        {person ? (
          <Account person={person} isDirty={isDirty} onClose={onClose} onRemoved={onRemoved} />
        ) : query.isError ? (
          <ReadError title="This account could not be loaded" query={query} />
        ) : (
          <Loading label="Loading the account">
            <Skeleton height={200} />
          </Loading>
        )}
      </DialogBody>
    </Dialog>
  )
}

interface AccountProps extends Omit<PersonDialogProps, 'id'> {
  person: Person
  isDirty: RefObject<boolean>
}

function Account({ person, isDirty, onClose, onRemoved }: AccountProps) {
  const [made, setMade] = useState<Invited | null>(null)
  const [question, setQuestion] = useState<'deactivate' | 'withdraw' | 'answered' | null>(null)
  const refusal = useRefusal(person)
  const isOwn = useActor().id === person.id
  const gone = useIsUnmounted()
  const withdrawn = () => {
    discardDraft(personDraftKey(person.id))
    onRemoved(person.id)
    if (!gone.current) onClose()
  }
  const ask = (what: typeof question) => () => setQuestion(what)
  const answered = ask('answered')
  if (question === 'deactivate') return <DeactivateForm person={person} onDone={answered} />
  if (question === 'withdraw') return <WithdrawForm person={person} onKeep={answered} onWithdrawn={withdrawn} />
  return (
    <>
      <div className="stack">
        {made && <OneTimeLink key={made.link.token} person={made.person} link={made.link} />}
        {refusal !== null && <Note tone="amber">{refusal}</Note>}
        {refusal === null && <PersonForm person={person} isOwn={isOwn} isDirty={isDirty} />}
      </div>
      {refusal === null && !isOwn && (
        // The key: another state has other buttons, and the focus moves to those.
        <PersonAccess
          key={person.state}
          person={person}
          takesFocus={question === 'answered'}
          onLink={setMade}
          onDeactivate={ask('deactivate')}
          onWithdraw={ask('withdraw')}
        />
      )}
    </>
  )
}

function boxesOf(person: Person) {
  const since = instantDay(person.createdAt)
  if (person.state === 'invited')
    return [
      { label: 'Invited on', value: since, span: 6 as const },
      { label: 'Invitation', value: invitationLine(person), span: 6 as const },
    ]
  return [
    { label: 'Member since', value: since },
    { label: 'Last sign-in', value: lastSeen(person.lastLoginAt) },
    { label: 'Last activity', value: lastSeen(person.lastActiveAt) },
    { label: 'Assigned and open', value: <OpenRequests {...person} /> },
  ]
}

function OpenRequests({ id, openRequests }: Person) {
  const open = count(openRequests)
  if (openRequests === 0) return open
  return (
    <Link
      to={`/requests?assignedTo=${encodeURIComponent(id)}&status=${OPEN_FILTER}`}
      aria-label={`${open} in the list`}
    >
      {open}
    </Link>
  )
}

/** Why the account cannot be changed, where the server would refuse it. */
function useRefusal({ role }: Person): string | null {
  const actor = useActor()
  const roles = useQuery(rolesOptions()).data?.roles
  const permissions = roles?.find(({ id }) => id === role)?.permissions ?? []
  if (notGrantable(actor, permissions).length === 0) return null
  return 'This person may do more than you, so you cannot change their account. Ask an administrator.'
}
