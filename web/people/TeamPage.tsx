import { useLocation } from 'react-router'
import { AccessPage } from './roles/AccessPage.tsx'
import { RolesArea } from './roles/RolesArea.tsx'
import { AddPerson } from './accounts/AddPerson.tsx'
import { ImportPeople } from './accounts/import/ImportPeople.tsx'
import { People } from './accounts/People.tsx'
import { Area } from '../app/pages/Area.tsx'
import { AreaCards } from '../app/pages/AreaCards.tsx'

export default function TeamPage() {
  const path = useLocation().pathname.replace(/\/+$/, '')
  if (path === '/team/access') return <AccessPage />
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
      return <People />
    case '/team/users/import':
      return <ImportPeople />
    case '/team/add-user':
      return <AddPerson />
    default:
      return null
  }
}
