import { useLocation } from 'react-router'
import NotFoundPage from '../errors/NotFoundPage.tsx'
import { titleOf } from '../pages.ts'
import { RolePermissions } from '../team/RolePermissions.tsx'
import { Roles } from '../team/Roles.tsx'
import { Area, NothingYet } from './Area.tsx'
import { AreaCards } from './AreaCards.tsx'

export default function TeamPage() {
  const path = useLocation().pathname.replace(/\/+$/, '')
  // Only the built-in roles have a page.
  if (!titleOf(path)) return <NotFoundPage />
  return (
    <Area needs="team.manage" restricted="Administrator privileges are needed to manage the team.">
      <Section path={path} />
    </Area>
  )
}

function Section({ path }: { path: string }) {
  switch (path) {
    case '/team':
      return <AreaCards cards={CARDS} />
    case '/team/users':
      return <NothingYet>This version cannot list, change or deactivate accounts.</NothingYet>
    case '/team/add-user':
      return <NothingYet>This version cannot add accounts.</NothingYet>
    case '/team/roles':
      return <Roles />
    default:
      return <RolePermissions roleName={titleOf(path) ?? ''} />
  }
}

const CARDS = [
  { path: '/team/users', line: 'Who has an account. Not available in this version' },
  { path: '/team/roles', line: 'What administrators, managers and users are allowed to do' },
  { path: '/team/add-user', line: 'An account for a new colleague. Not available in this version' },
]
