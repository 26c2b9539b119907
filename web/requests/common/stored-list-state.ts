import { currentSession } from '../../client/session.ts'
import { inTab } from '../../client/storage.ts'

/** Storage key per screen and person; the storage is per tab. */
function storageKeyOf(screen: string): string {
  return `rfd.list.${currentSession()?.user.id ?? 'nobody'}.${screen}`
}

/** Stores the filters, order and page of a screen's list or figures. @param search only their part of the URL's query */
export function storeListState(screen: string, search: string): void {
  inTab.store(storageKeyOf(screen), search)
}

/**
 * The address of a screen with the last state of its list.
 * @param otherwise where the screen has not been open in this tab
 */
export function storedListAddress(screen: string, otherwise = screen): string {
  const search = inTab.read(storageKeyOf(screen))
  return search === null ? otherwise : withSearch(screen, new URLSearchParams(search))
}

interface Place {
  pathname: string
  search: string
}

/** The address of the New RFD Request dialog: over the dashboard with its current or last list. */
export function newRequestAddress(now: Place): string {
  return overDashboard(now, 'new-request')
}

/** Value of `?modal=` for the Upload Documentation dialog. */
export const UPLOAD = 'upload'

export function uploadAddress(now: Place): string {
  return overDashboard(now, UPLOAD)
}

function overDashboard({ pathname, search }: Place, modal: string): string {
  const params = new URLSearchParams(
    pathname === '/dashboard' ? search : (inTab.read(storageKeyOf('/dashboard')) ?? ''),
  )
  params.set('modal', modal)
  return withSearch('/dashboard', params)
}

function withSearch(screen: string, params: URLSearchParams): string {
  return params.size === 0 ? screen : `${screen}?${params}`
}
