import { fullName } from '../../../shared/people.ts'
import type { Person } from '../../../shared/team.ts'
import { PersonDepartment } from '../common/PersonDepartment.tsx'
import { ManageButton } from './PeopleTable.tsx'
import { invitationLine, lastSeen, StateBadge } from './person-words.tsx'
import { PageBox, PersonBox } from './SelectionBoxes.tsx'
import type { Selection } from './use-selection.ts'
import styles from './people.module.css'

const PAGE_BOX = 'select-page'

interface BlocksProps {
  people: readonly Person[]
  open: (id: string) => void
  selection: Selection
}

/** The people as blocks, where a table does not fit. */
export function PeopleBlocks({ people, open, selection }: BlocksProps) {
  return (
    <>
      <div className={`choice ${styles.pageChoice}`}>
        <PageBox id={PAGE_BOX} selection={selection} />
        <label htmlFor={PAGE_BOX}>Select everybody on this page</label>
      </div>
      <ul aria-label="People" className={styles.blocks}>
        {people.map((person) => (
          <Block key={person.id} person={person} open={open} selection={selection} />
        ))}
      </ul>
    </>
  )
}

function Block({ person, open, selection }: Omit<BlocksProps, 'people'> & { person: Person }) {
  return (
    <li>
      <div className="row between">
        <span className="choice">
          <PersonBox id={`select-${person.id}`} person={person} selection={selection} />
          <label className="medium" htmlFor={`select-${person.id}`}>
            <bdi>{fullName(person)}</bdi>
          </label>
        </span>
        <StateBadge state={person.state} />
      </div>
      <p className="text-13 soft">
        <bdi>{person.username}</bdi> · {person.roleName}
        {person.department && (
          <>
            {' · '}
            <PersonDepartment of={person.department} />
          </>
        )}
      </p>
      <p className="text-13 soft">{person.email}</p>
      <div className="row between">
        <span className="text-12 muted">
          {person.state === 'invited' ? invitationLine(person) : `Last activity: ${lastSeen(person.lastActiveAt)}`}
        </span>
        <ManageButton person={person} open={open} />
      </div>
    </li>
  )
}
