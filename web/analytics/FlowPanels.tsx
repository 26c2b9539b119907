import type { Flow } from '../../shared/analytics/flow.ts'
import { rowsTo } from './api.ts'
import { type Filters, requestsQuery } from './filters.ts'
import { AgeingPanel } from './panels/AgeingPanel.tsx'
import { CumulativeFlowPanel } from './panels/CumulativeFlowPanel.tsx'
import { CycleTimePanel } from './panels/CycleTimePanel.tsx'
import { DueDatesPanel } from './panels/DueDatesPanel.tsx'
import { ForecastPanel } from './panels/ForecastPanel.tsx'
import { OutcomesPanel } from './panels/OutcomesPanel.tsx'
import { PromiseLedger } from './panels/PromiseLedger.tsx'
import { ThroughputPanel } from './panels/ThroughputPanel.tsx'
import { TimeInStatusPanel } from './panels/TimeInStatusPanel.tsx'
import { WorkloadPanel } from './panels/WorkloadPanel.tsx'
import { WhatIfPanel } from './what-if/WhatIfPanel.tsx'
import styles from './analytics.module.css'

interface FlowPanelsProps {
  flow: Flow
  filters: Filters
  onPeriod: (from: string, to: string) => void
}

/** What happened, what is under way, what was promised, who has how much. */
export function FlowPanels({ flow, filters, onPeriod }: FlowPanelsProps) {
  const shared = { flow, rowsTo, onPeriod }
  return (
    <div className={styles.panels}>
      <CycleTimePanel {...shared} />
      <CumulativeFlowPanel {...shared} />
      <AgeingPanel {...shared} />
      <ForecastPanel filters={requestsQuery(filters)} rowsTo={rowsTo} />
      <ThroughputPanel flow={flow} />
      <div className={styles.column}>
        <TimeInStatusPanel flow={flow} />
        <OutcomesPanel flow={flow} />
      </div>
      <div className={styles.wide}>
        <DueDatesPanel flow={flow} />
      </div>
      <div className={styles.wide}>
        <WorkloadPanel flow={flow} />
      </div>
      <div className={styles.wide}>
        <PromiseLedger filters={filters} />
      </div>
      <div className={styles.wide}>
        <WhatIfPanel filters={requestsQuery(filters)} />
      </div>
    </div>
  )
}
