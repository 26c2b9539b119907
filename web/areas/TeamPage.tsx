import { useLocation } from 'react-router'
import NotFoundPage from '../errors/NotFoundPage.tsx'
import { titleOf } from '../pages.ts'
import { Area, NothingYet } from './Area.tsx'

export default function TeamPage() {
  // Only the built-in roles have a page by now.
  if (!titleOf(useLocation().pathname)) return <NotFoundPage />
  return (
    <Area needs="team.manage" restricted="Administrator privileges are needed to manage the team.">
      <NothingYet>This version has no team management.</NothingYet>
    </Area>
  )
}
