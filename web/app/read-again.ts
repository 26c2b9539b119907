import type { Query } from '@tanstack/react-query'
import type { HintKind } from '../../shared/events.ts'
import type { Notices } from '../../shared/notices.ts'
import type { RequestList } from '../../shared/request-list.ts'
import type { ServiceRequest } from '../../shared/requests.ts'
import { get } from '../client/api.ts'
import { passOn } from '../client/live.ts'
import { queryClient, readFrom, readShownAgain } from '../client/query.ts'
import { changedLists, forgetChangedList } from '../requests/common/changed-lists.ts'

const REQUESTS = '/api/requests'
const DASHBOARD = '/api/dashboard'
const WAITING = '/api/waiting'
const SUGGESTIONS = /^\/api\/ai\/(?:classification|analyze-request)\/([^/?]+)/
/** What is read again when a hint of a kind arrives. */
const ADDRESSES: Record<HintKind, RegExp> = {
  // What the bell shows; the rows of its open panel stay in their places.
  notices: /^\/api\/(notices\?|waiting)/,
  // The page of the log listens itself: it adds what is new.
  audit: /^$/,
  backups: /^\/api\/backups/,
  batches: /^\/api\/ai\/batches/,
  // Its request is named.
  classifications: /^$/,
  exports: /^\/api\/exports/,
  reports: /^\/api\/(reports\/[^/]+\/runs|report-runs)/,
  documents: /^\/api\/(requests\/[^/]+\/documents|documents\/[^/]+\/text)/,
  'document-readings': /^\/api\/document-readings/,
  'people-changes': /^\/api\/people\/changes\/(?!preview)/,
  'people-imports': /^\/api\/people\/imports/,
  presence: /^\/api\/requests\/[^/]+\/presence/,
  watchers: /^\/api\/requests\/[^/]+\/watchers/,
}
export const KINDS = Object.keys(ADDRESSES) as HintKind[]

export function isHint(kind: string): kind is HintKind {
  return kind in ADDRESSES
}

export function readHinted(kinds: readonly HintKind[]): void {
  const isHinted = ({ queryKey: [address] }: Pick<Query, 'queryKey'>) =>
    kinds.some((kind) => ADDRESSES[kind].test(String(address)))
  readShownAgain(isHinted)
  for (const kind of kinds) passOn(kind)
}

export function readChanged(isChanged: (id: string) => boolean): void {
  const ofRequests = readFrom(REQUESTS, DASHBOARD, WAITING)
  readSuggestions(isChanged)
  readShownAgain((query) => isNoticed(query, isChanged))
  // What is not on the screen is read when it is opened.
  void queryClient.invalidateQueries({ type: 'inactive', predicate: ofRequests, refetchType: 'none' })
  readShownAgain(readFrom(DASHBOARD, WAITING))
  for (const query of queryClient.getQueryCache().findAll({ type: 'active', predicate: readFrom(REQUESTS) })) {
    const address = String(query.queryKey[0])
    if (isList(query.state.data)) void followList(query as Query<RequestList>, address, isChanged)
    else if (query.state.data === undefined) readShownAgain((one) => one === query)
    else if (address.startsWith(`${REQUESTS}/`)) {
      const [, , , id = '', part] = address.split(/[/?]/)
      // The outlook also tells the place among all others that wait.
      if (part === 'outlook' || isChanged(decodeURIComponent(id))) readShownAgain((one) => one === query)
    }
  }
}

/** What changed is only when a request was classified, and as what: what shows it is read again. */
export function readClassified(ids: ReadonlySet<string>): void {
  readSuggestions((id) => ids.has(id))
  const shows = (address: string, data: unknown) =>
    [data, changedLists.get().get(address)?.list].some(
      (one) => isList(one) && one.requests.some(({ id }) => ids.has(id)),
    )
  for (const query of queryClient.getQueryCache().findAll({ type: 'active', predicate: readFrom(REQUESTS) })) {
    const address = String(query.queryKey[0])
    const { data } = query.state
    if (shows(address, data)) void followList(query as Query<RequestList>, address, (id) => ids.has(id))
    else if (data === undefined || (isRequest(data) && ids.has(data.id))) readShownAgain((one) => one === query)
  }
}

/** Suggestions about a request on the screen. */
function readSuggestions(isChanged: (id: string) => boolean): void {
  const isAbout = ({ queryKey: [address] }: Pick<Query, 'queryKey'>) => {
    const id = SUGGESTIONS.exec(String(address))?.[1]
    return id !== undefined && isChanged(decodeURIComponent(id))
  }
  readShownAgain(isAbout)
}

type IsChanged = (id: string) => boolean
/** The changes that have come while a list is read again. */
const comeSince = new WeakMap<Query<RequestList>, IsChanged[]>()

/** One read of a list at a time, and the next one for all that has changed since it began. */
async function followList(query: Query<RequestList>, address: string, isChanged: IsChanged): Promise<void> {
  const underWay = comeSince.get(query)
  if (underWay) return void underWay.push(isChanged)
  for (let changes = [isChanged]; changes.length > 0;) {
    const now = changes
    changes = []
    comeSince.set(query, changes)
    await showChanges(query, address, (id) => now.some((one) => one(id)))
  }
  comeSince.delete(query)
}

/** Changes the rows on the screen in their places. If others belong there now, the reader decides when they come. */
async function showChanges(query: Query<RequestList>, address: string, isChanged: IsChanged): Promise<void> {
  const before = query.state.data
  const now = await get<RequestList>(address).catch(() => undefined)
  const shown = query.state.data
  // It has been read again meanwhile.
  if (!now || !shown || shown !== before) return
  const rows = new Map(now.requests.map((row) => [row.id, row]))
  const gone = shown.requests.filter(({ id }) => !rows.has(id) && isChanged(id))
  for (const row of await Promise.all(gone.map(({ id }) => readRow(id)))) if (row) rows.set(row.id, row)
  if (query.state.data !== shown) return
  const isSame = now.requests.map(({ id }) => id).join() === shown.requests.map(({ id }) => id).join()
  const inPlace = { ...now, requests: shown.requests.map((row) => rows.get(row.id) ?? row) }
  queryClient.setQueryData(query.queryKey, isSame ? now : inPlace)
  if (isSame) return forgetChangedList(address)
  const known = new Set(shown.requests.map(({ id }) => id))
  const added = now.requests.filter(({ id }) => !known.has(id)).length
  changedLists.set(new Map([...changedLists.get(), [address, { list: now, added }]]))
}

function readRow(id: string): Promise<ServiceRequest | undefined> {
  return get<ServiceRequest>(`${REQUESTS}/${encodeURIComponent(id)}`).catch(() => undefined)
}

/** Whether a query has notices of a changed request: they tell its title. */
function isNoticed({ queryKey: [address], state }: Query, isChanged: (id: string) => boolean): boolean {
  if (!ADDRESSES.notices.test(String(address)) || !hasNotices(state.data)) return false
  return state.data.notices.some(({ requestId }) => requestId !== null && isChanged(requestId))
}

function hasNotices(data: unknown): data is Pick<Notices, 'notices'> {
  return typeof data === 'object' && data !== null && 'notices' in data
}

function isList(data: unknown): data is RequestList {
  return typeof data === 'object' && data !== null && 'requests' in data
}

function isRequest(data: unknown): data is ServiceRequest {
  return typeof data === 'object' && data !== null && 'classifiedAt' in data
}
