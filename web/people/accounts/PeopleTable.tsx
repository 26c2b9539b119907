import { ArrowDown, ArrowUp } from 'lucide-react'
import { fullName } from '../../../shared/people.ts'
import type { Person } from '../../../shared/team.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PersonDepartment } from '../common/PersonDepartment.tsx'
import { nextPeopleOrder, type PeopleState, type PersonSort } from './people-state.ts'
import { invitationLine, lastSeen, StateBadge } from './person-words.tsx'
import { PageBox, PersonBox } from './SelectionBoxes.tsx'
import type { Selection } from './use-selection.ts'
import styles from './people.module.css'

interface TableProps {
  people: readonly Person[]
  state: PeopleState
  change: (part: Partial<PeopleState>) => void
  open: (id: string) => void
  selection: Selection
}

const COLUMNS: readonly { label: string; sort?: PersonSort }[] = [
  { label: 'Name', sort: 'name' },
  { label: 'Username', sort: 'username' },
  { label: 'Email', sort: 'email' },
  { label: 'Role', sort: 'role' },
  { label: 'Department' },
  { label: 'State' },
  { label: 'Last sign-in', sort: 'lastLogin' },
  { label: 'Last activity', sort: 'lastActive' },
]

export function PeopleTable({ people, state, change, open, selection }: TableProps) {
  return (
    <table className={`list ${styles.people}`}>
      <caption className="visually-hidden">People</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Select</span>
            <PageBox selection={selection} />
          </th>
          {COLUMNS.map(({ label, sort }) => (
            <Head key={label} label={label} sort={sort} state={state} change={change} />
          ))}
          <th scope="col" className="numeric">
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <Row key={person.id} person={person} open={open} selection={selection} />
        ))}
      </tbody>
    </table>
  )
}

interface HeadProps extends Pick<TableProps, 'state' | 'change'> {
  label: string
  sort: PersonSort | undefined
}

function Head({ label, sort, state, change }: HeadProps) {
  if (sort === undefined) return <th scope="col">{label}</th>
  const order = state.sort === sort ? state.order : null
  return (
    <th scope="col" aria-sort={order === null ? undefined : order === 'asc' ? 'ascending' : 'descending'}>
      <button type="button" className="sort" onClick={() => change(nextPeopleOrder(state, sort))}>
        {label}
        {order && <Icon of={order === 'asc' ? ArrowUp : ArrowDown} />}
      </button>
    </th>
  )
}

interface RowProps extends Pick<TableProps, 'open' | 'selection'> {
  person: Person
}

function Row({ person, open, selection }: RowProps) {
  return (
    <tr>
      <td>
        <PersonBox person={person} selection={selection} />
      </td>
      <td className="medium">
        <bdi>{fullName(person)}</bdi>
      </td>
      <td>
        <bdi>{person.username}</bdi>
      </td>
      <td>{person.email}</td>
      <td>{person.roleName}</td>
      <td>
        {person.department === null ? <span className="muted">None</span> : <PersonDepartment of={person.department} />}
      </td>
      <td>
        <StateBadge state={person.state} />
      </td>
      {person.state === 'invited' ? (
        <td colSpan={2} className="muted">
          {invitationLine(person)}
        </td>
      ) : (
        <>
          <td className="muted">{lastSeen(person.lastLoginAt)}</td>
          <td className="muted">{lastSeen(person.lastActiveAt)}</td>
        </>
      )}
      <td className="numeric">
        <ManageButton person={person} open={open} />
      </td>
    </tr>
  )
}

export function ManageButton({ person, open }: { person: Person; open: (id: string) => void }) {
  return (
    <Button size="small" aria-label={`Manage ${fullName(person)}`} onClick={() => open(person.id)}>
      Manage
    </Button>
  )
}
