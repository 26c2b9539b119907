import { Link } from 'react-router'
import { BUILT_IN_ROLES } from '../../shared/permissions.ts'
import { buttonClass } from '../ui/Button.tsx'

const ROLES = [
  {
    ...BUILT_IN_ROLES.admin,
    path: '/team/roles/administrator',
    line: 'Runs the office: everything a manager does, and the settings',
  },
  {
    ...BUILT_IN_ROLES.manager,
    path: '/team/roles/manager',
    line: 'Reviews, edits and assigns requests, and sees the figures',
  },
  { ...BUILT_IN_ROLES.user, path: '/team/roles/user', line: 'Submits, tracks and discusses requests' },
]

export function Roles() {
  return (
    <ul className="stack">
      {ROLES.map(({ name, path, line }) => (
        <li key={path} className="card padded row wrap">
          <div className="grow">
            <h2 className="h-14">{name}</h2>
            <p className="text-13 soft">{line}</p>
          </div>
          <Link to={path} className={buttonClass()} aria-label={`Edit Permissions: ${name}`}>
            Edit Permissions
          </Link>
        </li>
      ))}
    </ul>
  )
}
