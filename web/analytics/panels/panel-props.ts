import type { Flow } from '../../../shared/analytics/flow.ts'
import type { useOpenRequest } from '../../vocabulary/use-open-request.ts'

export interface PanelProps {
  flow: Flow
  /** turns an address of rows in the answer into the page's link to them */
  rowsTo: (rows: string) => string
  /** opens a request in a dialog; handed down, because who asks for it is drawn again with each address */
  link: ReturnType<typeof useOpenRequest>['link']
  /** a period chosen in the chart, its first and last day */
  onPeriod: (from: string, to: string) => void
}
