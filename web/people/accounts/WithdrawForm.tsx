import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fullName } from '../../../shared/people.ts'
import type { Person } from '../../../shared/team.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { personGone, withdrawInvitation } from './api.ts'

interface WithdrawFormProps {
  person: Person
  onKeep: () => void
  onWithdrawn: () => void
}

/** Asks before an invitation is withdrawn, because its account is removed for good. */
export function WithdrawForm({ person, onKeep, onWithdrawn }: WithdrawFormProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { mutate, isPending } = useMutation({
    // Part of the call, so that it happens although the dialog has been closed meanwhile.
    mutationFn: async () => {
      await withdrawInvitation(person.id)
      onWithdrawn()
      personGone()
      toast({ title: 'Invitation withdrawn', tone: 'good' })
    },
    onError: (error) => toast({ title: 'Error', description: messageOf(error, 'Nothing was changed.'), tone: 'bad' }),
  })
  return (
    <div className="stack">
      <h3 className="h-14" ref={heading} tabIndex={-1}>
        Withdraw the invitation of {fullName(person)}?
      </h3>
      <p>The link stops working, and the account is removed. To let them in later, invite them again.</p>
      <div className="row end">
        <Button onClick={onKeep}>Keep invitation</Button>
        <Button
          look="danger"
          busy={isPending}
          busyLabel="Withdrawing..."
          onClick={() => {
            if (!isPending) mutate()
          }}
        >
          Withdraw invitation
        </Button>
      </div>
    </div>
  )
}
