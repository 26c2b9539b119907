import type { HintKind } from '../../shared/events.ts'
import type { News } from '../client/event-stream.ts'
import { isLive } from '../client/live.ts'
import { queryClient } from '../client/query.ts'
import { currentSession, subscribeToSession } from '../client/session.ts'
import { shareEvents } from '../client/shared-events.ts'
import { forgetChangedList } from '../requests/common/changed-lists.ts'
import { isHint, KINDS, readChanged, readClassified, readHinted } from './read-again.ts'

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
  #classified = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #onVisible = () => this.#plan()

  constructor() {
    document.addEventListener('visibilitychange', this.#onVisible)
  }

  add(news: readonly News[]): void {
    for (const one of news) {
      if (one === 'reset') this.#isAll = true
      else if (one.kind === 'classifications' && one.id !== undefined) this.#classified.add(one.id)
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
    const isEmpty = !this.#isAll && [this.#kinds, this.#ids, this.#classified].every(({ size }) => size === 0)
    if (this.#timer !== undefined || document.hidden || isEmpty) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      const isAll = this.#isAll
      const ids = this.#ids
      const kinds = isAll ? KINDS : [...this.#kinds]
      const classified = this.#classified
      this.#isAll = false
      this.#ids = new Set()
      this.#kinds = new Set()
      this.#classified = new Set()
      readHinted(kinds)
      if (isAll || ids.size > 0) readChanged((id) => isAll || ids.has(id))
      if (!isAll && classified.size > 0) readClassified(classified)
    }, Math.random() * SPREAD_MS)
  }
}
