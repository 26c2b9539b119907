import { useLocation } from 'react-router'
import { titleOf } from '../pages/pages.ts'
import { RolePermissions } from './RolePermissions.tsx'
import { Roles } from './Roles.tsx'
import { Area, NothingYet } from '../pages/Area.tsx'
import { AreaCards } from '../pages/AreaCards.tsx'

export default function TeamPage() {
  const path = useLocation().pathname.replace(/\/+$/, '')
  return (
    <Area>
      <Section path={path} />
    </Area>
  )
}

function Section({ path }: { path: string }) {
  switch (path) {
    case '/team':
      return <AreaCards of="/team" />
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
