import { currentSession } from '../client/session.ts'
import { inTab } from '../client/storage.ts'

/** Each screen has its own list, each person their own, each tab too. */
function placeOf(screen: string): string {
  return `rfd.list.${currentSession()?.user.id ?? 'nobody'}.${screen}`
}

/** Notes with which filters, order and page a screen shows its list. @param search of the address, only what is the list's */
export function keepList(screen: string, search: string): void {
  inTab.store(placeOf(screen), search)
}

/** The address of a screen with its list as it was left. */
export function keptAddress(screen: string): string {
  return withSearch(screen, new URLSearchParams(keptSearch(screen)))
}

interface Place {
  pathname: string
  search: string
}

/** The address of the New RFD Request dialog: over the dashboard as it is, or as it was left. */
export function newRequestAddress(now: Place): string {
  return overDashboard(now, 'new-request')
}

/** Names the dialog of Upload Documentation in the address. */
export const UPLOAD = 'upload'

export function uploadAddress(now: Place): string {
  return overDashboard(now, UPLOAD)
}

function overDashboard({ pathname, search }: Place, modal: string): string {
  const params = new URLSearchParams(pathname === '/dashboard' ? search : keptSearch('/dashboard'))
  params.set('modal', modal)
  return withSearch('/dashboard', params)
}

function withSearch(screen: string, params: URLSearchParams): string {
  return params.size === 0 ? screen : `${screen}?${params}`
}

function keptSearch(screen: string): string {
  return inTab.read(placeOf(screen)) ?? ''
}
