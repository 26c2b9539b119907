import type { Query } from '@tanstack/react-query'
import type { HintKind } from '../../shared/events.ts'
import type { RequestList } from '../../shared/request-list.ts'
import type { ServiceRequest } from '../../shared/requests.ts'
import { get } from '../client/api.ts'
import type { News } from '../client/event-stream.ts'
import { isLive, passOn } from '../client/live.ts'
import { queryClient, readFrom } from '../client/query.ts'
import { currentSession, subscribeToSession } from '../client/session.ts'
import { shareEvents } from '../client/shared-events.ts'
import { changedLists, forgetChangedList } from './changed-lists.ts'

const REQUESTS = '/api/requests'
const DASHBOARD = '/api/dashboard'
const WAITING = '/api/waiting'
/** What is read again when a hint of a kind arrives. */
const ADDRESSES: Record<HintKind, RegExp> = {
  // What the bell shows; the rows of its open panel stay in their places.
  notices: /^\/api\/(notices\?|waiting)/,
  // The page of the log listens itself: it adds what is new.
  audit: /^$/,
  backups: /^\/api\/backups/,
  batches: /^\/api\/ai\/batches/,
  exports: /^\/api\/exports/,
  reports: /^\/api\/(reports\/[^/]+\/runs|report-runs)/,
  documents: /^\/api\/(requests\/[^/]+\/documents|documents\/[^/]+\/text)/,
  'document-readings': /^\/api\/document-readings/,
  'people-changes': /^\/api\/people\/changes\/(?!preview)/,
  'people-imports': /^\/api\/people\/imports/,
  presence: /^\/api\/requests\/[^/]+\/presence/,
  watchers: /^\/api\/requests\/[^/]+\/watchers/,
}
const KINDS = Object.keys(ADDRESSES) as HintKind[]
/** Pages read again at random within this time, so that those of a whole office do not ask together. */
const SPREAD_MS = 300

/** Keeps what the page shows up to date while somebody is signed in. @returns stops it */
export function followEvents(): () => void {
  let token: string | undefined
  let stop = () => {}
  const follow = () => {
    const now = currentSession()?.token
    if (now === token) return
    token = now
    stop()
    stop = now === undefined ? () => {} : receive()
  }
  follow()
  const unsubscribe = subscribeToSession(follow)
  return () => {
    unsubscribe()
    stop()
  }
}

function receive(): () => void {
  const readAgain = new Rereading()
  const stop = shareEvents((news) => readAgain.add(news))
  const unfollow = isLive.subscribe(planPollsAnew)
  // A list that was read anew has nothing more to offer.
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    forgetChangedList(String(event.query.queryKey[0]))
  })
  return () => {
    stop()
    unfollow()
    unsubscribe()
    readAgain.stop()
  }
}

/** Applies `pollEvery` to the intervals that have begun. */
export function planPollsAnew(): void {
  for (const { observers } of queryClient.getQueryCache().findAll({ type: 'active' }))
    for (const observer of observers) observer.setOptions(observer.options)
}

/** Collects what has changed, and reads it again; a hidden tab does so when it is shown. */
export class Rereading {
  #ids = new Set<string>()
  #isAll = false
  #kinds = new Set<HintKind>()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #onVisible = () => this.#plan()

  constructor() {
    document.addEventListener('visibilitychange', this.#onVisible)
  }

  add(news: readonly News[]): void {
    for (const one of news) {
      if (one === 'reset') this.#isAll = true
      else if (isHint(one.kind)) this.#kinds.add(one.kind)
      // It may be cached under either.
      else if (one.requestId !== undefined) for (const id of [one.id, one.requestId]) if (id) this.#ids.add(id)
    }
    this.#plan()
  }

  stop(): void {
    clearTimeout(this.#timer)
    document.removeEventListener('visibilitychange', this.#onVisible)
  }

  #plan(): void {
    const isEmpty = !this.#isAll && this.#kinds.size === 0 && this.#ids.size === 0
    if (this.#timer !== undefined || document.hidden || isEmpty) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      const isAll = this.#isAll
      const ids = this.#ids
      const kinds = isAll ? KINDS : [...this.#kinds]
      this.#isAll = false
      this.#ids = new Set()
      this.#kinds = new Set()
      readHinted(kinds)
      if (isAll || ids.size > 0) readChanged((id) => isAll || ids.has(id))
    }, Math.random() * SPREAD_MS)
  }
}

function isHint(kind: string): kind is HintKind {
  return kind in ADDRESSES
}

function readHinted(kinds: readonly HintKind[]): void {
  const isHinted = ({ queryKey: [address] }: Pick<Query, 'queryKey'>) =>
    kinds.some((kind) => ADDRESSES[kind].test(String(address)))
  void queryClient.invalidateQueries({ type: 'active', predicate: isHinted })
  for (const kind of kinds) passOn(kind)
}

function readChanged(isChanged: (id: string) => boolean): void {
  const ofRequests = readFrom(REQUESTS, DASHBOARD, WAITING)
  // What is not on the screen is read when it is opened.
  void queryClient.invalidateQueries({ type: 'inactive', predicate: ofRequests, refetchType: 'none' })
  void queryClient.invalidateQueries({ type: 'active', predicate: readFrom(DASHBOARD, WAITING) })
  for (const query of queryClient.getQueryCache().findAll({ type: 'active', predicate: readFrom(REQUESTS) })) {
    const address = String(query.queryKey[0])
    if (isList(query.state.data)) void followList(query as Query<RequestList>, address, isChanged)
    else if (address.startsWith(`${REQUESTS}/`)) {
      const [, , , id = '', part] = address.split(/[/?]/)
      // The outlook also tells the place among all others that wait.
      if (part === 'outlook' || isChanged(decodeURIComponent(id)))
        void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
  }
}

/** Changes the rows on the screen in their places. If others belong there now, the reader decides when they come. */
async function followList(query: Query<RequestList>, address: string, isChanged: (id: string) => boolean) {
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

function isList(data: unknown): data is RequestList {
  return typeof data === 'object' && data !== null && 'requests' in data
}
