import type { Flow } from '../../../shared/analytics/flow.ts'

export interface PanelProps {
  flow: Flow
  /** turns an address of rows in the answer into the page's link to them */
  rowsTo: (rows: string) => string
  /** a period chosen in the chart, its first and last day */
  onPeriod: (from: string, to: string) => void
}
