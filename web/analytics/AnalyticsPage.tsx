import { Download } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useCallback, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useAddress, withParam } from '../client/address.ts'
import { useSession } from '../client/session.ts'
import { Area } from '../pages/Area.tsx'
import { QualitySection } from '../quality/QualitySection.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { PrintButton } from '../ui/PrintButton.tsx'
import { TabList, TabPanel, Tabs } from '../ui/Tabs.tsx'
import { flowOptions } from './api.ts'
import { FilterBar } from './FilterBar.tsx'
import { type Filters, flowQuery, listAddress, readFilters, withFilters } from './filters.ts'
import { FlowSection } from './FlowSection.tsx'
import styles from './analytics.module.css'

const FIRST = 'flow'
const TABS = [
  { value: FIRST, label: 'Flow of work' },
  { value: 'suggestions', label: 'Suggestions and estimates' },
]

/** How work flows through the office, and how its suggestions fare. */
export default function AnalyticsPage() {
  const client = useQueryClient()
  const [params, changeAddress] = useAddress()
  const filters = useMemo(() => readFilters(params), [params])
  const [chosen, choose] = useChosen(filters)
  const change = useCallback(
    (part: Partial<Filters>) => {
      const wanted = readFilters(withFilters(new URLSearchParams(window.location.search), part))
      // The server computes while the page draws the choice.
      void client.prefetchQuery(flowOptions(flowQuery(wanted)))
      choose(wanted)
      changeAddress((now) => withFilters(now, part))
    },
    [client, choose, changeAddress],
  )
  const view = TABS.find(({ value }) => value === params.get('view'))?.value ?? FIRST
  const isFlow = view === FIRST
  return (
    <Area
      line={
        isFlow
          ? 'From the recorded history of every request. Every mark opens its requests.'
          : 'How suggestions and estimates have fared.'
      }
      actions={
        isFlow ? (
          <>
            <FilterBar filters={chosen} change={change} />
            <ExportLink filters={chosen} />
          </>
        ) : (
          <PrintButton />
        )
      }
    >
      <Tabs
        value={view}
        onValueChange={(next) => changeAddress((now) => withParam(now, 'view', next === FIRST ? null : next))}
      >
        <div className={styles.tabs}>
          <TabList label="Analytics" tabs={TABS} />
        </div>
        <TabPanel value={FIRST}>
          <FlowSection filters={chosen} change={change} />
        </TabPanel>
        <TabPanel value="suggestions">
          <QualitySection />
        </TabPanel>
      </Tabs>
    </Area>
  )
}

/**
 * The filters as they were chosen last: they are shown and asked for at once, while the router still draws the new address.
 * When that brings the same filters they stay the same object, so that nothing is drawn for it again.
 */
function useChosen(filters: Filters): [Filters, Dispatch<SetStateAction<Filters>>] {
  const [known, setKnown] = useState(filters)
  const [chosen, choose] = useState(filters)
  if (known !== filters) {
    setKnown(filters)
    if (JSON.stringify(chosen) !== JSON.stringify(filters)) choose(filters)
  }
  return [chosen, choose]
}

/** Leads to the reports, with what of the filters a list of requests has, too. */
function ExportLink({ filters }: { filters: Filters }) {
  const mayExport = useSession()?.user.permissions.includes('reports.export')
  if (!mayExport) return null
  return (
    <Link to={listAddress('/reports', filters)} className={buttonClass()}>
      <Icon of={Download} />
      Export Report
    </Link>
  )
}
