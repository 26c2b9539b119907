import type { Flow } from '../../shared/analytics/flow.ts'
import type { Filters } from './filters.ts'
import { DueDatesPanel } from './panels/DueDatesPanel.tsx'
import { OutcomesPanel } from './panels/OutcomesPanel.tsx'
import { PromiseLedger } from './panels/PromiseLedger.tsx'
import { ThroughputPanel } from './panels/ThroughputPanel.tsx'
import { TimeInStatusPanel } from './panels/TimeInStatusPanel.tsx'
import { WorkloadPanel } from './panels/WorkloadPanel.tsx'
import styles from './analytics.module.css'

interface FlowPanelsProps {
  flow: Flow
  filters: Filters
  onPeriod: (from: string, to: string) => void
}

/** What happened, what is under way, what was promised, who has how much. */
export function FlowPanels({ flow, filters }: FlowPanelsProps) {
  return (
    <div className={styles.panels}>
      <ThroughputPanel flow={flow} />
      <TimeInStatusPanel flow={flow} />
      <DueDatesPanel flow={flow} />
      <OutcomesPanel flow={flow} />
      <WorkloadPanel flow={flow} />
      <PromiseLedger filters={filters} />
    </div>
  )
}
