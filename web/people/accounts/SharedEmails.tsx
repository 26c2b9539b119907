import { TriangleAlert } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { Note } from '../../ui/Note.tsx'
import { ALL_PEOPLE, type PeopleState } from './people-state.ts'

interface SharedEmailsProps {
  accounts: number
  state: PeopleState
  change: (part: Partial<PeopleState>) => void
}

/** Leads to the accounts that have one email address from before addresses had to be unique. */
export function SharedEmails({ accounts, state, change }: SharedEmailsProps) {
  if (accounts === 0) return null
  const isShown = state.email === 'shared'
  return (
    <Note
      tone="amber"
      icon={TriangleAlert}
      title={`${count(accounts)} accounts share an email address`}
      action={
        isShown ? (
          <Button onClick={() => change(ALL_PEOPLE)}>Show everybody</Button>
        ) : (
          <Button onClick={() => change({ ...ALL_PEOPLE, email: 'shared', sort: 'email', order: 'asc' })}>
            Show these accounts
          </Button>
        )
      }
    >
      <p>Nobody can sign in with an address that several accounts have. Give each account its own address.</p>
    </Note>
  )
}
