import { useLocation } from 'react-router'
import { AiSettingsSection } from '../settings/AiSettingsSection.tsx'
import { BlockedSignInsSection } from '../settings/BlockedSignInsSection.tsx'
import { DatabaseStatus } from '../settings/DatabaseStatus.tsx'
import { EstimateSettingsSection } from '../settings/EstimateSettingsSection.tsx'
import { FairUseSection } from '../settings/FairUseSection.tsx'
import { Area, NothingYet } from './Area.tsx'
import { AreaCards } from './AreaCards.tsx'

export default function SettingsPage() {
  const path = useLocation().pathname.replace(/\/+$/, '')
  return (
    <Area needs="settings.manage" restricted="Administrator privileges are needed to change settings.">
      <Section path={path} />
    </Area>
  )
}

function Section({ path }: { path: string }) {
  switch (path) {
    case '/settings/email':
      return <NothingYet>This version sends no email.</NothingYet>
    case '/settings/backup':
      return (
        <NothingYet>
          This version makes no backups. To keep a copy, stop the server and copy its data folder; PostgreSQL has backup
          tools of its own.
        </NothingYet>
      )
    case '/settings/security':
      return <BlockedSignInsSection />
    case '/settings/ai':
      return <AiSettingsSection />
    case '/settings/estimates':
      return <EstimateSettingsSection />
    case '/settings/fair-use':
      return <FairUseSection />
    default:
      return (
        <div className="stack">
          <AreaCards cards={CARDS} />
          <DatabaseStatus />
        </div>
      )
  }
}

const CARDS = [
  { path: '/settings/email', line: 'Mail about requests. Not available in this version' },
  { path: '/settings/backup', line: 'Copies of the database. Not available in this version' },
  {
    path: '/settings/security',
    line: 'Accounts and addresses that have to wait after wrong passwords, and how to lift that',
  },
  {
    path: '/settings/ai',
    line: 'An optional endpoint for classifications, analyses and answers, and what is sent to it',
  },
  { path: '/settings/estimates', line: 'Whether processing times count every day or Monday to Friday' },
  { path: '/settings/fair-use', line: 'How many changes and AI calls one person may send' },
]
