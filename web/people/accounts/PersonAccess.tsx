import { useMutation } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Invited, Person } from '../../../shared/team.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { useActor } from '../common/use-actor.ts'
import { endSessions, makeLink, personChanged, reactivate } from './api.ts'
import styles from './people.module.css'

interface AccessProps {
  person: Person
  /** Shown again after the question that its last button asks. */
  takesFocus: boolean
  onLink: (made: Invited) => void
  onDeactivate: () => void
  onWithdraw: () => void
}

interface Step {
  words: string
  label: string
  busyLabel: string
  run: (attempt: object) => Promise<unknown>
}

/** How the person signs in, and how to end that. */
export function PersonAccess({ person, takesFocus, onLink, onDeactivate, onWithdraw }: AccessProps) {
  const steps = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    // The pressed button was removed, and the dialog has not taken the focus yet.
    if (takesFocus && document.activeElement === document.body)
      steps.current?.querySelector<HTMLElement>('li:last-child button')?.focus()
  }, [takesFocus])
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (step: Step, context) => step.run(context),
    onError: (error) => {
      toast({ title: 'Error', description: messageOf(error, 'Nothing was changed.'), tone: 'bad' })
    },
  })
  return (
    <section className={styles.access} aria-labelledby="access">
      <h3 className="h-14" id="access">
        Access
      </h3>
      <ul ref={steps}>
        {stepsFor(person, onLink).map((step) => (
          <li key={step.label}>
            <p className="text-13 soft">{step.words}</p>
            <Button
              busy={isPending && variables.label === step.label}
              busyLabel={step.busyLabel}
              onClick={() => {
                if (!isPending) mutate(step)
              }}
            >
              {step.label}
            </Button>
          </li>
        ))}
        {person.state === 'active' && <WhileActive id={person.id} onDeactivate={onDeactivate} />}
        {person.state === 'invited' && <WhileInvited onWithdraw={onWithdraw} />}
      </ul>
    </section>
  )
}

function WhileActive({ id, onDeactivate }: { id: string; onDeactivate: () => void }) {
  const maySeeAccess = useActor().permissions.has('roles.manage')
  return (
    <>
      {maySeeAccess && (
        <li>
          <p className="text-13 soft">What they can do and see, by which role and permission.</p>
          <Link className={buttonClass()} to={`/team/access?person=${id}`}>
            Who Can Do What
          </Link>
        </li>
      )}
      <li>
        <p className="text-13 soft">Stops them from signing in. Everything they did stays under their name.</p>
        <Button onClick={onDeactivate}>Deactivate…</Button>
      </li>
    </>
  )
}

function WhileInvited({ onWithdraw }: { onWithdraw: () => void }) {
  return (
    <li>
      <p className="text-13 soft">The link stops working, and the account is removed.</p>
      <Button onClick={onWithdraw}>Withdraw invitation…</Button>
    </li>
  )
}

function stepsFor({ id, state }: Person, onLink: AccessProps['onLink']): Step[] {
  const newLink = async (attempt: object) => {
    const made = await makeLink(id, attempt)
    personChanged(made.person)
    onLink(made)
  }
  if (state === 'active') {
    const words = 'A one-time link to choose another password, valid for 24 hours.'
    return [{ words, label: 'Create password link', busyLabel: 'Creating...', run: newLink }, signOut(id)]
  }
  if (state === 'inactive') return [openAgain(id)]
  const words = 'A new invitation link, valid for 7 days. The one before stops working.'
  return [{ words, label: 'New invitation link', busyLabel: 'Creating...', run: newLink }]
}

function signOut(id: string): Step {
  const run = async () => {
    await endSessions(id)
    personChanged()
    toast({ title: 'Signed out everywhere', tone: 'good' })
  }
  return { words: 'Signs this person out on every device.', label: 'End sessions', busyLabel: 'Ending...', run }
}

function openAgain(id: string): Step {
  const run = async () => {
    personChanged(await reactivate(id))
    toast({ title: 'Account reactivated', description: 'They can sign in with the password they had.', tone: 'good' })
  }
  const words = 'This person can sign in again. Earlier links stay invalid.'
  return { words, label: 'Reactivate', busyLabel: 'Reactivating...', run }
}
