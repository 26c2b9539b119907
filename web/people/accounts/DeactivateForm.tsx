import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fullName } from '../../../shared/people.ts'
import type { Person } from '../../../shared/team.ts'
import type { User } from '../../../shared/users.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/toast.ts'
import { peopleOptions as colleagueOptions, requestsChanged } from '../../requests/common/api.ts'
import { PeopleMissing } from '../../requests/common/PeopleMissing.tsx'
import { useActor } from '../common/use-actor.ts'
import { deactivate, personChanged } from './api.ts'

/** Nobody takes over the open requests. */
export const UNASSIGNED = 'unassigned'
const STAY = 'stay'
const NOBODY: readonly User[] = []

/** Asks what to do with the open requests of a person who leaves, and deactivates the account in one step. */
export function DeactivateForm({ person, onDone }: { person: Person; onDone: () => void }) {
  const { openRequests } = person
  const mayAssign = useActor().permissions.has('requests.assign')
  const asks = openRequests > 0 && mayAssign
  const [successor, setSuccessor] = useState(asks ? UNASSIGNED : STAY)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      deactivate(person.id, successor === STAY ? undefined : successor === UNASSIGNED ? null : successor),
    onSuccess: ({ person: now, handedOver, stillToHandOver }) => {
      personChanged(now)
      requestsChanged()
      const description = movedWords(handedOver + stillToHandOver, successor)
      toast({ title: 'Account deactivated', description, tone: 'good' })
      onDone()
    },
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The account was not deactivated.'), tone: 'bad' }),
  })
  return (
    <div className="stack">
      <h3 className="h-14" ref={heading} tabIndex={-1}>
        Deactivate {fullName(person)}?
      </h3>
      <p>
        They are signed out at once, and their links stop working. Requests, comments and history keep their name. You
        can reactivate the account at any time.
      </p>
      {asks && <SuccessorField openRequests={openRequests} of={person.id} value={successor} onChange={setSuccessor} />}
      {openRequests > 0 && !mayAssign && (
        <p>
          {requests(openRequests)} {openRequests === 1 ? 'stays' : 'stay'} assigned to them.
        </p>
      )}
      <div className="row end">
        <Button onClick={onDone}>Keep account</Button>
        <Button look="danger" busy={isPending} busyLabel="Deactivating..." onClick={() => mutate()}>
          Deactivate
        </Button>
      </div>
    </div>
  )
}

interface SuccessorFieldProps {
  openRequests: number
  /** the person who leaves, if it is one */
  of?: string
  value: string
  onChange: (value: string) => void
}

/** Asks who takes over the open requests of people who leave. */
export function SuccessorField({ openRequests, of, value, onChange }: SuccessorFieldProps) {
  const { data: people = NOBODY } = useQuery(colleagueOptions())
  const options = [
    { value: UNASSIGNED, label: 'Nobody: leave them unassigned' },
    ...people.filter(({ id }) => id !== of).map((other) => ({ value: other.id, label: fullName(other) })),
  ]
  return (
    <>
      <Field label={`Who takes over ${requests(openRequests)}?`}>
        <Select options={options} value={value} onValueChange={onChange} />
      </Field>
      <PeopleMissing />
    </>
  )
}

/** What became of the person's open requests; undefined if none moved. */
function movedWords(moved: number, successor: string): string | undefined {
  if (moved === 0) return undefined
  if (successor !== UNASSIGNED) return `${requests(moved)} handed over.`
  return `${requests(moved)} ${moved === 1 ? 'is' : 'are'} unassigned now.`
}

function requests(number: number): string {
  return number === 1 ? '1 open request' : `${count(number)} open requests`
}
