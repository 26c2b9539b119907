import { useLocation, Link } from 'react-router'
import { ChartColumn, Download, Upload } from 'lucide-react'
import type { Permission } from '../../../shared/permissions.ts'
import { useOfficeName } from '../../client/office-name.ts'
import { uploadAddress } from '../../requests/common/stored-list-state.ts'
import { listPart } from '../../requests/common/list-state.ts'
import { NewRequestLink } from '../../requests/common/NewRequestLink.tsx'
import { RequestList } from '../../requests/list/RequestList.tsx'
import { useSession } from '../../client/session.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Freshness } from '../../requests/common/Freshness.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { PrintButton } from '../../ui/PrintButton.tsx'
import { TabList, TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { useCards } from './arrangement.ts'
import { useArranging } from './ArrangeDashboard.tsx'
import { groupCards, isChart, permittedCards } from './cards.ts'
import { useChartsShown } from './charts-shown.ts'
import { BackupWarning } from '../../backup/BackupWarning.tsx'
import { WaitingButton } from '../../notices/WaitingButton.tsx'
import { BatchTab, DocumentAiTab } from './dashboard-panels.tsx'
import { OwnCards } from './OwnCards.tsx'
import { DASHBOARD_ADDRESSES, isOnDashboard } from './queries.ts'
import { tabsFor, useTab } from './tabs.ts'
import { useWaitingShown } from './use-waiting-shown.ts'
import styles from './dashboard.module.css'

/** The overview: figures for those who may see them, then the requests. */
export default function DashboardPage() {
  const permissions = useSession()?.user.permissions ?? []
  const tabs = tabsFor(permissions)
  const [tab, setTab] = useTab(tabs)
  const [chartsShown, setChartsShown] = useChartsShown()
  // The figures are about the list of requests; on the other tabs they would only push the content down.
  const permitted = permittedCards(useCards(), permissions)
  const cards = permitted.filter(({ card }) => tab === 'requests' || card === 'checklist')
  const waiting = useWaitingShown()
  const shown = cards.filter(({ card }) => card !== 'waiting' || waiting.isShown)
  const arranging = useArranging(cards)
  return (
    <>
      <PageHead
        title="Dashboard"
        line={
          <span className="page-line">
            {useOfficeName()} <Freshness of={isOnDashboard} addresses={DASHBOARD_ADDRESSES} />
          </span>
        }
        actions={
          <>
            {cards.some(({ card, isShown }) => isShown && isChart(card)) && (
              <Button look="quiet" icon={ChartColumn} onClick={() => setChartsShown(!chartsShown)}>
                {chartsShown ? 'Hide charts' : 'Show charts'}
              </Button>
            )}
            {waiting.isFolded && cards.some(({ card, isShown }) => isShown && card === 'waiting') && (
              <WaitingButton isShown={waiting.isShown} onToggle={waiting.toggle} />
            )}
            {arranging.button}
            <PrintButton />
          </>
        }
      />
      <BackupWarning />
      {arranging.panel}
      <OwnCards groups={groupCards(shown)} withCharts={chartsShown} />
      <Tabs value={tab} onValueChange={setTab}>
        <div className={styles.tabs}>
          <TabList label="Dashboard" tabs={tabs} />
        </div>
        <TabPanel value="requests">
          <RequestList actions={<ListActions permissions={permissions} />} />
        </TabPanel>
        <TabPanel value="ai-analysis">
          <BatchTab />
        </TabPanel>
        <TabPanel value="document-ai">
          <DocumentAiTab />
        </TabPanel>
      </Tabs>
    </>
  )
}

/** People who only submit requests upload in the form of a new request and on the Documents tab. */
function mayUploadHere(permissions: readonly Permission[]): boolean {
  const isMore = permissions.includes('dashboard.view') || permissions.includes('ai.documents')
  return isMore && permissions.includes('documents.upload')
}

/** The export link leads to the reports, with the filters of this list. */
function ListActions({ permissions }: { permissions: readonly Permission[] }) {
  const place = useLocation()
  return (
    <>
      {mayUploadHere(permissions) && (
        <Link to={uploadAddress(place)} className={buttonClass('quiet')}>
          <Icon of={Upload} />
          Upload Documentation
        </Link>
      )}
      {permissions.includes('reports.export') && (
        <Link to={`/reports?${listPart(place.search)}`} className={buttonClass('quiet')}>
          <Icon of={Download} />
          Export Report
        </Link>
      )}
      {permissions.includes('requests.create') && <NewRequestLink />}
    </>
  )
}
