import type { Permission } from '../../../shared/permissions.ts'
import { useAddress, withParam } from '../../client/address.ts'

interface DashboardTab {
  value: string
  label: string
  needs: Permission | null
}

const FIRST = 'requests'
const TABS: DashboardTab[] = [
  { value: FIRST, label: 'RFD Requests', needs: null },
  { value: 'ai-analysis', label: 'AI Analysis', needs: 'ai.batch' },
  { value: 'document-ai', label: 'Document AI', needs: 'ai.documents' },
]

export function tabsFor(permissions: readonly Permission[]): DashboardTab[] {
  return TABS.filter((tab) => tab.needs === null || permissions.includes(tab.needs))
}

/** The open tab, kept in the URL as `view` (`tab` is that of a request's dialog); one without permission is ignored. */
export function useTab(tabs: readonly DashboardTab[]): [string, (tab: string) => void] {
  const [params, change] = useAddress()
  const tabIn = (address: URLSearchParams) => tabs.find((known) => known.value === address.get('view'))?.value ?? FIRST
  const setTab = (next: string) => {
    // A click on the open tab adds no history entry.
    if (next === tabIn(new URLSearchParams(window.location.search))) return
    change((now) => withParam(now, 'view', next === FIRST ? null : next))
  }
  return [tabIn(params), setTab]
}
