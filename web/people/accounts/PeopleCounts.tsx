import { Link } from 'react-router'
import type { PeopleList } from '../../../shared/team.ts'
import { count } from '../../ui/count.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './people.module.css'

const COUNTS = [
  ['active', 'Active', 'have an account and can sign in'],
  ['invited', 'Pending invites', 'have yet to choose a password'],
  ['inactive', 'Inactive', 'are deactivated and cannot sign in'],
] as const

export function PeopleCounts({ counts }: { counts: PeopleList['counts'] | undefined }) {
  return (
    <div className={`stats ${styles.counts}`}>
      {COUNTS.map(([state, label, meaning]) => (
        <Link key={state} className="stat" to={`/team/users?state=${state}`}>
          <span className="caption">{label}</span>
          <span className="value">{counts ? count(counts[state]) : <Skeleton width={40} height={24} />}</span>
          <span className="meaning">{meaning}</span>
        </Link>
      ))}
    </div>
  )
}
