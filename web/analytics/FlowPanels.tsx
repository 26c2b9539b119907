import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react'
import type { Flow } from '../../shared/analytics/flow.ts'
import { classes } from '../ui/classes.ts'
import { useOpenRequest } from '../requests/common/use-open-request.ts'
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
import type { PanelProps } from './panels/panel-props.ts'
import { useIsInView } from './use-is-in-view.ts'
import { WhatIfPanel } from './what-if/WhatIfPanel.tsx'
import styles from './analytics.module.css'

/** Figures with the filters they were computed for. */
export interface Counted {
  flow: Flow
  filters: Filters
}

interface FlowPanelsProps {
  counted: Counted
  onPeriod: (from: string, to: string) => void
}

/** The panels below the summary; those out of view are updated in a deferred render. */
export function FlowPanels({ counted, onPeriod }: FlowPanelsProps) {
  const { link } = useOpenRequest()
  const panels = useMemo(() => panelsOf(counted, { rowsTo, onPeriod, link }), [counted, onPeriod, link])
  const later = useDeferredValue(panels)
  return (
    <div className={styles.panels}>
      {panels.map((panel, i) => (
        <Place key={panel.key} panel={panel} later={later[i] ?? panel} />
      ))}
    </div>
  )
}

interface PlacedPanel {
  key: string
  isWide?: true
  /** it sends a request of its own, which can wait until the figures are painted */
  asks?: true
  drawn: ReactNode
}

function panelsOf({ flow, filters }: Counted, ways: Omit<PanelProps, 'flow'>): PlacedPanel[] {
  const shared = { flow, ...ways }
  const requests = requestsQuery(filters)
  return [
    { key: 'cycle-time', drawn: <CycleTimePanel {...shared} /> },
    { key: 'cumulative-flow', drawn: <CumulativeFlowPanel {...shared} /> },
    { key: 'ageing', drawn: <AgeingPanel {...shared} /> },
    { key: 'forecast', asks: true, drawn: <ForecastPanel filters={requests} rowsTo={rowsTo} /> },
    { key: 'throughput', drawn: <ThroughputPanel flow={flow} /> },
    {
      key: 'closed',
      drawn: (
        <div className={styles.column}>
          <TimeInStatusPanel flow={flow} />
          <OutcomesPanel flow={flow} />
        </div>
      ),
    },
    { key: 'due-dates', isWide: true, drawn: <DueDatesPanel flow={flow} /> },
    { key: 'workload', isWide: true, drawn: <WorkloadPanel flow={flow} /> },
    { key: 'ledger', isWide: true, asks: true, drawn: <PromiseLedger filters={filters} /> },
    { key: 'what-if', isWide: true, asks: true, drawn: <WhatIfPanel filters={requests} /> },
  ]
}

/** A visible panel shows new figures at once; others, and those that fetch for themselves, in the deferred render. */
function Place({ panel, later }: { panel: PlacedPanel; later: PlacedPanel }) {
  const box = useRef<HTMLDivElement>(null)
  const isInView = useIsInView(box)
  const shown = isInView && !panel.asks ? panel : later
  return (
    <div ref={box} className={classes(panel.isWide && styles.wide)} aria-busy={shown !== panel}>
      {shown.drawn}
    </div>
  )
}
