import { expect, test } from 'vitest'
import { addDays, dateIn } from '../../shared/dates.ts'
import { generator } from '../classifier/random.ts'
import { PlainFlow } from '../testing/plain-flow.ts'
import { plainQuantile } from '../testing/plain-quantile.ts'
import { packed, type PlainOffice, type PlainRequest } from '../testing/plain-office.ts'
import { FlowOffice } from './flow-office.ts'
import type { FoundOutlook } from './outlook.ts'

const BEGIN = Date.parse('2025-09-01T08:00:00.000Z')
const NOW = '2026-05-12T17:45:00.000Z'
const HOUR_MS = 3_600_000
const CALENDAR = {
  timeZone: 'America/Los_Angeles',
  workingDays: [1, 2, 3, 4, 5],
  holidays: ['2025-12-25', '2026-05-11'],
}
const PRIORITIES = ['low', 'medium', 'high', 'critical']

/** An office with exponential waiting and working times; a tenth of the finished requests are reopened once. */
function madeOffice(seed: number, count: number, end: string): PlainOffice {
  const random = generator(seed)
  const office: PlainOffice = { requests: [], changes: [] }
  const span = (Date.parse(NOW) - BEGIN) / count
  const exponential = (mean: number) => -mean * Math.log(1 - random())
  for (let number = 1; number <= count; number++) {
    const createdAt = new Date(BEGIN + Math.floor(span * (number - random()))).toISOString()
    const priority = PRIORITIES[Math.floor(random() * 4)]!
    const request: PlainRequest = {
      number,
      requestId: `RFD-2026-${String(number).padStart(4, '0')}`,
      requesterId: random() < 0.3 ? 'ann' : 'cat',
      createdAt,
      status: 'pending',
      dueDate: addDays(createdAt.slice(0, 10), Math.floor(random() * 40)),
      assignedToId: random() < 0.5 ? 'bob' : random() < 0.5 ? 'dan' : null,
      priority,
      department: random() < 0.7 ? 'it' : 'data',
      type: null,
    }
    const slowness = priority === 'critical' ? 0.3 : 1
    const steps: [string, number][] = [
      ['in_progress', exponential(120 * slowness)],
      [random() < 0.15 ? 'rejected' : 'completed', exponential(200 * slowness)],
    ]
    if (random() < 0.1 && steps[1]![0] === 'completed')
      steps.push(['in_progress', exponential(100)], ['completed', exponential(50)])
    let at = Date.parse(createdAt)
    for (const [status, hours] of steps) {
      at += hours * HOUR_MS
      const when = new Date(at).toISOString()
      if (when >= end) break
      office.changes.push({ number, at: when, field: 'status', old: request.status, new: status })
      request.status = status
    }
    if (createdAt < end) office.requests.push(request)
  }
  office.changes.sort((a, b) => (a.at < b.at ? -1 : 1))
  return office
}

function outlooks(office: PlainOffice, now: string, numbers: number[], ownOf?: string): FoundOutlook[] {
  const flow = new FlowOffice()
  const { requests, changes } = packed(office)
  flow.loadRequests({ packed: requests })
  flow.loadChanges({ packed: changes })
  flow.endLoading()
  const day = dateIn(CALENDAR.timeZone, new Date(now))
  const filter = ownOf === undefined ? {} : { ownOf }
  const params = { filter, from: day, to: day, unit: 'working' as const, now: Date.parse(now), calendar: CALENDAR }
  return flow.outlooks({ params, query: { numbers, withAlike: true } })
}

const isOpen = ({ status }: PlainRequest) => status === 'pending' || status === 'in_progress'

/** Reference implementation by loops over the history. */
class PlainOutlook {
  readonly #office: PlainOffice
  readonly #plain: PlainFlow
  readonly #now: string
  readonly #today: string
  readonly #finished: PlainRequest[]
  readonly #times = new Map<string, number | null>()

  constructor(office: PlainOffice, now: string) {
    this.#office = office
    this.#plain = new PlainFlow(office, CALENDAR, 'working')
    this.#now = now
    this.#today = dateIn(CALENDAR.timeZone, new Date(now))
    this.#finished = this.#plain.finishedIn({ from: addDays(this.#today, -364), to: this.#today })
  }

  place(request: PlainRequest): { at: number; of: number } {
    const waits = (one: PlainRequest) =>
      one.status === request.status && (one.status === 'pending' || one.assignedToId === request.assignedToId)
    const among = this.#office.requests.filter(waits)
    const rank = (one: PlainRequest) => PRIORITIES.indexOf(one.priority)
    const before = among.filter(
      (one) =>
        rank(one) > rank(request) ||
        (rank(one) === rank(request) &&
          (one.dueDate < request.dueDate || (one.dueDate === request.dueDate && one.number < request.number))),
    )
    return { at: before.length + 1, of: among.length }
  }

  age(request: PlainRequest): number {
    return this.#plain.time.between(this.#plain.statuses(request).at(-1)!.at, this.#now)
  }

  timeIn(request: PlainRequest, status: string): number | null {
    const key = `${request.number} ${status}`
    const known = this.#times.get(key)
    if (known !== undefined) return known
    const time = this.#timeIn(request, status)
    this.#times.set(key, time)
    return time
  }

  #timeIn(request: PlainRequest, status: string): number | null {
    const moves = this.#plain.statuses(request)
    if (status === 'in_progress' && !moves.some((move) => move.status === status)) return null
    return moves.reduce((sum, move, i) => {
      const next = moves[i + 1]
      return move.status === status && next ? sum + this.#plain.time.between(move.at, next.at) : sum
    }, 0)
  }

  groups({ status, priority, department }: PlainRequest): PlainRequest[][] {
    const measured = this.#finished.filter((one) => this.timeIn(one, status) !== null)
    const samePriority = measured.filter((one) => one.priority === priority)
    const all = [samePriority.filter((one) => one.department === department), samePriority, measured]
    return all.filter(({ length }) => length >= 30)
  }

  /** Remaining days of comparable requests. */
  left(request: PlainRequest): number[] | undefined {
    const age = this.age(request)
    for (const group of this.groups(request)) {
      const longer = group.filter((one) => this.timeIn(one, request.status)! > age)
      if (longer.length < 10) continue
      const total = (one: PlainRequest) =>
        (request.status === 'pending' ? this.timeIn(one, 'pending')! : 0) + (this.timeIn(one, 'in_progress') ?? 0)
      return longer.map((one) => total(one) - age)
    }
    return undefined
  }

  /** How many of them are finished by the end of a day. */
  doneBy(left: number[], day: string): number {
    const end = startOf(addDays(day, 1))
    const until = day < this.#today ? -1 : this.#plain.time.between(this.#now, end)
    return left.filter((days) => days <= until + 1e-6).length
  }

  dateOf(left: number[], part: number): string {
    let day = this.#today
    while (this.doneBy(left, day) < Math.ceil(part * left.length)) day = addDays(day, 1)
    return day
  }
}

/** Midnight in the office, found hour by hour. */
function startOf(day: string): string {
  let at = Date.parse(`${addDays(day, -1)}T12:00:00Z`)
  while (dateIn(CALENDAR.timeZone, new Date(at)) < day) at += HOUR_MS
  return new Date(at).toISOString()
}

test.each([1, 2, 3])('position, step times and likely end match plain loops over the history (%i)', (seed) => {
  const office = madeOffice(seed, 420, NOW)
  const plain = new PlainOutlook(office, NOW)
  const open = office.requests.filter(isOpen)
  const actual = outlooks(
    office,
    NOW,
    open.map(({ number }) => number),
  )
  expect(actual.map(({ number }) => number)).toEqual(open.map(({ number }) => number))
  const seen = { dates: 0, beyond: 0 }
  actual.forEach((outlook, i) => {
    const request = open[i]!
    expect(outlook.place).toEqual(plain.place(request))
    expect(outlook.age).toBeCloseTo(plain.age(request), 1)
    const [closest] = plain.groups(request)
    const times = closest!.map((one) => plain.timeIn(one, request.status)!)
    expect(outlook.step).toMatchObject({ count: times.length })
    expect(outlook.step!.p50).toBeCloseTo(plainQuantile(times, 0.5), 1)
    expect(outlook.step!.p85).toBeCloseTo(plainQuantile(times, 0.85), 1)
    expect(outlook.step!.isBeyond95).toBe(plain.age(request) > plainQuantile(times, 0.95))
    const left = outlook.step!.isBeyond95 ? undefined : plain.left(request)
    if (outlook.step!.isBeyond95) seen.beyond++
    if (!left) return expect(outlook.finish).toBeNull()
    seen.dates++
    expect(outlook.finish).toEqual({
      count: left.length,
      p15: plain.dateOf(left, 0.15),
      p50: plain.dateOf(left, 0.5),
      p85: plain.dateOf(left, 0.85),
      byDue: plain.doneBy(left, request.dueDate) / left.length,
    })
  })
  expect(seen.dates).toBeGreaterThan(5)
})

test('in an office of a steady pace seven in ten are finished within the range', () => {
  const whole = madeOffice(7, 900, '2027-12-31T00:00:00.000Z')
  const ends = new Map(
    whole.changes
      .filter((change) => change.field === 'status' && change.new === 'completed')
      .map((c) => [c.number, c.at]),
  )
  let [inside, covered] = [0, 0]
  for (const now of ['2026-02-02T09:00:00.000Z', '2026-03-16T09:00:00.000Z', '2026-05-01T09:00:00.000Z']) {
    const office = madeOffice(7, 900, now)
    const numbers = office.requests.filter((one) => isOpen(one) && ends.has(one.number)).map(({ number }) => number)
    for (const { number, finish } of outlooks(office, now, numbers)) {
      if (!finish) continue
      const end = dateIn(CALENDAR.timeZone, new Date(ends.get(number)!))
      covered++
      if (end >= finish.p15 && end <= finish.p85) inside++
    }
  }
  expect(covered).toBeGreaterThan(60)
  expect(inside / covered).toBeGreaterThan(0.6)
  expect(inside / covered).toBeLessThan(0.85)
})

test('with too few finished requests the outlook has only the position, no times', () => {
  const office = madeOffice(5, 420, NOW)
  const few = office.requests.filter(isOpen)
  const numbers = new Set(few.map(({ number }) => number))
  const only = { requests: few, changes: office.changes.filter(({ number }) => numbers.has(number)) }
  for (const outlook of outlooks(only, NOW, [...numbers]))
    expect(outlook).toMatchObject({ step: null, finish: null, alike: [] })
})

test('a request that has taken longer than 95 of 100 comparable ones gets no date', () => {
  const office = madeOffice(5, 420, NOW)
  const old = { ...office.requests[0]!, number: 421, requestId: 'RFD-2025-0421', status: 'pending' }
  office.requests.push({ ...old, createdAt: '2025-09-01T08:00:00.000Z' })
  expect(outlooks(office, NOW, [421])[0]).toMatchObject({ step: { isBeyond95: true }, finish: null })
})

test('an outlook is computed only from the requests visible to the person; closed ones have none', () => {
  const office = madeOffice(5, 420, NOW)
  const isAnns = (one: PlainRequest) => one.requesterId === 'ann' || one.assignedToId === 'ann'
  const numbers = new Set(office.requests.filter(isAnns).map(({ number }) => number))
  const hers: PlainOffice = {
    requests: office.requests.filter(isAnns),
    changes: office.changes.filter(({ number }) => numbers.has(number)),
  }
  const all = office.requests.map(({ number }) => number)
  const list = outlooks(office, NOW, all, 'ann')
  expect(list.length).toBe(hers.requests.filter(isOpen).length)
  expect(list.filter(({ step, finish }) => step && finish).length).toBeGreaterThan(3)
  expect(list).toEqual(outlooks(hers, NOW, all))
  expect(outlooks(office, NOW, all, 'nobody')).toEqual([])
})
