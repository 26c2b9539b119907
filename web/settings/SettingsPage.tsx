import { useLocation } from 'react-router'
import { BackupSection } from '../backup/BackupSection.tsx'
import { RunBackupNow } from '../backup/RunBackupNow.tsx'
import { AiSettingsSection } from './AiSettingsSection.tsx'
import { DocumentsSection } from './DocumentsSection.tsx'
import { DatabaseStatus } from './DatabaseStatus.tsx'
import { EstimateSettingsSection } from './EstimateSettingsSection.tsx'
import { EmailSection } from './email/EmailSection.tsx'
import { GeneralSection } from './general/GeneralSection.tsx'
import { FairUseSection } from './FairUseSection.tsx'
import { JobsSection } from './jobs/JobsSection.tsx'
import { SecuritySection } from './SecuritySection.tsx'
import { Area } from '../app/pages/Area.tsx'
import { AreaCards } from '../app/pages/AreaCards.tsx'

export default function SettingsPage() {
  const path = useLocation().pathname.replace(/\/+$/, '')
  return (
    <Area actions={path === '/settings' && <RunBackupNow />}>
      <Section path={path} />
    </Area>
  )
}

function Section({ path }: { path: string }) {
  switch (path) {
    case '/settings/general':
      return <GeneralSection />
    case '/settings/email':
      return <EmailSection />
    case '/settings/backup':
      return <BackupSection />
    case '/settings/security':
      return <SecuritySection />
    case '/settings/ai':
      return <AiSettingsSection />
    case '/settings/estimates':
      return <EstimateSettingsSection />
    case '/settings/documents':
      return <DocumentsSection />
    case '/settings/fair-use':
      return <FairUseSection />
    case '/settings/jobs':
      return <JobsSection />
    default:
      return (
        <div className="stack">
          <AreaCards of="/settings" />
          <DatabaseStatus />
        </div>
      )
  }
}
