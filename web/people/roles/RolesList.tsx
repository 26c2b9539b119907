import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { DUTY_CONFLICTS, type DutyConflicts } from '../../../shared/duties.ts'
import { fullName } from '../../../shared/people.ts'
import { PERMISSIONS } from '../../../shared/permissions.ts'
import type { Role } from '../../../shared/roles.ts'
import { useSession } from '../../client/session.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { Icon } from '../../ui/Icon.tsx'
import { dutyConflictsOptions } from './api.ts'
import { peopleWords } from './people-words.ts'
import { rolePath } from './role-paths.ts'
import styles from './roles.module.css'

/** Descriptions of the built-in roles; a custom role has its own. */
const LINES: Record<string, string> = {
  admin: 'Runs the office: everything a manager does, and the settings',
  manager: 'Reviews, edits and assigns requests, and sees the figures',
  user: 'Submits, tracks and discusses requests',
}

export function RolesList({ roles }: { roles: readonly Role[] }) {
  const ownRole = useSession()?.user.role
  return (
    <div className="stack">
      <ul className="stack">
        {roles.map((role) => (
          <li key={role.id} className="card padded row wrap">
            <div className="grow">
              <h2 className="h-14 row">
                <bdi>{role.name}</bdi>
                {role.id === ownRole && <span className="status bare tone-blue">Your role</span>}
              </h2>
              <p className="text-13 soft">{LINES[role.id] ?? role.description}</p>
              <p className="text-12 muted">
                {peopleWords(role.people)} · {PERMISSIONS.filter((one) => role.permissions.includes(one)).length} of{' '}
                {PERMISSIONS.length} permissions
              </p>
            </div>
            <Link to={rolePath(role.id)} className={buttonClass()} aria-label={`Edit Permissions: ${role.name}`}>
              Edit Permissions
            </Link>
          </li>
        ))}
      </ul>
      <StandingConflicts />
    </div>
  )
}

/** People who hold conflicting duties today. */
function StandingConflicts() {
  const found = useQuery(dutyConflictsOptions())
  if (found.isError) return <ReadError title="The conflicting duties could not be loaded" query={found} />
  if (!found.data) return null
  const { conflicts } = found.data
  return (
    <section className="card" aria-labelledby="duties">
      <header className="lined">
        <h2 className="grow" id="duties">
          Conflicting duties
        </h2>
        <span className="text-12 muted">A warning: nothing is blocked</span>
      </header>
      {conflicts.length === 0 ? (
        <p className="padded text-13 soft">Nobody has duties that should be kept apart.</p>
      ) : (
        <ul className={styles.duties}>
          {conflicts.map((conflict) => (
            <Conflict key={conflict.id} conflict={conflict} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Conflict({ conflict: { id, roles, people, total } }: { conflict: DutyConflicts['conflicts'][number] }) {
  const words = DUTY_CONFLICTS.find((one) => one.id === id)
  const more = total - people.length
  return (
    <li>
      <p className="row">
        <Icon of={TriangleAlert} size="s" />
        <b className="grow text-13">{words?.title}</b>
        <span className="text-12 muted">{peopleWords(total)}</span>
      </p>
      <p className="text-13 soft">{words?.why}</p>
      <p className="text-12 muted">
        {people.map(fullName).join(', ')}
        {more > 0 && ` and ${count(more)} more`} · by{' '}
        {roles.map((role, i) => (
          <span key={role.id}>
            {i > 0 && ', '}
            <Link to={rolePath(role.id)}>{role.name}</Link>
          </span>
        ))}
      </p>
    </li>
  )
}
