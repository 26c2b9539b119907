import { useSearchParams } from 'react-router'
import type { Permission } from '../../shared/permissions.ts'

interface DashboardTab {
  value: string
  label: string
  needs: Permission | null
}

const TABS: DashboardTab[] = [
  { value: 'requests', label: 'RFD Requests', needs: null },
  { value: 'ai-analysis', label: 'AI Analysis', needs: 'ai.batch' },
  { value: 'document-ai', label: 'Document AI', needs: 'ai.documents' },
]

export function tabsFor(permissions: readonly Permission[]): DashboardTab[] {
  return TABS.filter((tab) => tab.needs === null || permissions.includes(tab.needs))
}

/** The open tab, kept in the URL as `view` (`tab` is that of a request's dialog); one that the person doesn't have is as if it weren't there. */
export function useTab(tabs: readonly DashboardTab[]): [string, (tab: string) => void] {
  const [params, setParams] = useSearchParams()
  const tabIn = (address: URLSearchParams) =>
    tabs.find((known) => known.value === address.get('view'))?.value ?? 'requests'
  const tab = tabIn(params)
  const setTab = (next: string) => {
    // A click reaches here twice, as press and as focus; the address must not get two steps for it.
    if (next === tabIn(new URLSearchParams(window.location.search))) return
    setParams(
      () => {
        // The address itself: what is rendered may be a step behind it.
        const changed = new URLSearchParams(window.location.search)
        if (next === 'requests') changed.delete('view')
        else changed.set('view', next)
        return changed
      },
      { preventScrollReset: true },
    )
  }
  return [tab, setTab]
}
