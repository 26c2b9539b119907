import { useLocation } from 'react-router'
import { RolesArea } from '../roles/RolesArea.tsx'
import { Area, NothingYet } from '../pages/Area.tsx'
import { AreaCards } from '../pages/AreaCards.tsx'

export default function TeamPage() {
  const path = useLocation().pathname.replace(/\/+$/, '')
  if (path.startsWith('/team/roles')) return <RolesArea path={path} />
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
    default:
      return null
  }
}
