import { useCallback, useEffect, useRef } from 'react'
import { useAddress, withParam } from '../client/address.ts'
import { Area } from '../app/pages/Area.tsx'
import { QualitySection } from './quality/QualitySection.tsx'
import { PrintButton } from '../ui/PrintButton.tsx'
import { TabList, TabPanel, Tabs } from '../ui/Tabs.tsx'
import { storeListState } from '../requests/common/stored-list-state.ts'
import { ExportReport } from './ExportReport.tsx'
import { FilterBar } from './FilterBar.tsx'
import { filtersPart, NO_FILTERS } from './filters.ts'
import { FlowSection } from './FlowSection.tsx'
import { useChosen } from './use-chosen.ts'
import styles from './analytics.module.css'

const FIRST = 'flow'
const TABS = [
  { value: FIRST, label: 'Flow of work' },
  { value: 'suggestions', label: 'Suggestions and estimates' },
]

/** Flow of work through the office, and quality of the AI suggestions. */
export default function AnalyticsPage() {
  const [params, changeAddress] = useAddress()
  const [chosen, change] = useChosen()
  const view = TABS.find(({ value }) => value === params.get('view'))?.value ?? FIRST
  const isFlow = view === FIRST
  const filters = filtersPart(params)
  useEffect(() => storeListState('/analytics', filters), [filters])
  const panel = useRef<HTMLDivElement>(null)
  const onReset = useCallback(() => {
    // The button disappears with what it resets.
    panel.current?.focus()
    change(NO_FILTERS)
  }, [change])
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
            <ExportReport filters={chosen} />
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
        <TabPanel value={FIRST} ref={panel}>
          <FlowSection filters={chosen} change={change} onReset={onReset} />
        </TabPanel>
        <TabPanel value="suggestions">
          <QualitySection />
        </TabPanel>
      </Tabs>
    </Area>
  )
}
