import type { Flow } from '../../../shared/analytics/flow.ts'
import type { useOpenRequest } from '../../requests/common/use-open-request.ts'

export interface PanelProps {
  flow: Flow
  /** converts an API address of rows into the page's link to them */
  rowsTo: (rows: string) => string
  /** opens a request in a dialog; a prop, because a component that calls the hook re-renders on every URL change */
  link: ReturnType<typeof useOpenRequest>['link']
  /** called with the first and last day of a period chosen in the chart */
  onPeriod: (from: string, to: string) => void
}
