import { fullName } from '../../../shared/people.ts'
import type { Person } from '../../../shared/team.ts'
import { PersonDepartment } from '../../vocabulary/PersonDepartment.tsx'
import { ManageButton } from './PeopleTable.tsx'
import { invitationLine, lastSeen, StateBadge } from './person-words.tsx'
import styles from './people.module.css'

/** The people as blocks, where a table does not fit. */
export function PeopleBlocks({ people, open }: { people: readonly Person[]; open: (id: string) => void }) {
  return (
    <ul aria-label="People" className={styles.blocks}>
      {people.map((person) => (
        <li key={person.id}>
          <div className="row between">
            <b className="medium">
              <bdi>{fullName(person)}</bdi>
            </b>
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
      ))}
    </ul>
  )
}
