import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '../../../shared/people.ts'
import type { Invited, Person } from '../../../shared/team.ts'
import { notGrantable } from '../../../shared/granting.ts'
import { ReadError } from '../../errors/ReadError.tsx'
import { instantDay } from '../../formats/dates.ts'
import { count } from '../../ui/count.ts'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Record } from '../../ui/Record.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useActor } from '../../vocabulary/use-actor.ts'
import { personOptions, rolesOptions } from './api.ts'
import { DeactivateForm } from './DeactivateForm.tsx'
import { OneTimeLink } from './OneTimeLink.tsx'
import { invitationLine, lastSeen, StateBadge } from './person-words.tsx'
import { PersonAccess } from './PersonAccess.tsx'
import { PersonForm } from './PersonForm.tsx'

const WIDTH = 680

/**
 * One account: the person, their last visit, and all actions on it. The same dialog is mounted from loading on, because it
 * remembers where the focus came from.
 */
export function PersonDialog({ id, onClose }: { id: string; onClose: () => void }) {
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
    under: <Record boxes={boxesOf(person)} />,
  }
  return (
    <Dialog open onOpenChange={onClose} width={WIDTH} title="Account" {...known}>
      <DialogBody>
        {person ? (
          <Account person={person} onClose={onClose} />
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

function Account({ person, onClose }: { person: Person; onClose: () => void }) {
  const [made, setMade] = useState<Invited | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const refusal = useRefusal(person)
  const isOwn = useActor().id === person.id
  if (isLeaving) return <DeactivateForm person={person} onDone={() => setLeaving(false)} />
  return (
    <>
      {made && <OneTimeLink key={made.link.token} person={made.person} link={made.link} />}
      {refusal !== null && <Note tone="amber">{refusal}</Note>}
      {refusal === null && <PersonForm key={person.version} person={person} isOwn={isOwn} />}
      {refusal === null && !isOwn && (
        <PersonAccess person={person} onLink={setMade} onDeactivate={() => setLeaving(true)} onWithdrawn={onClose} />
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
    { label: 'Assigned and open', value: count(person.openRequests) },
  ]
}

/** Why the account cannot be changed, where the server would refuse it. */
function useRefusal({ role }: Person): string | null {
  const actor = useActor()
  const roles = useQuery(rolesOptions()).data?.roles
  const permissions = roles?.find(({ id }) => id === role)?.permissions ?? []
  if (notGrantable(actor, permissions).length === 0) return null
  return 'This person may do more than you, so you cannot change their account. Ask an administrator.'
}
