import { beforeAll, expect, test } from 'vitest'
import { PlainFlow } from '../../../engine/testing/plain-flow.ts'
import { plainQuantile } from '../../../engine/testing/plain-quantile.ts'
import type { PlainOffice } from '../../../engine/testing/plain-office.ts'
import { addDays, dateIn } from '../../../shared/dates.ts'
import { PRIORITIES, STATUS_KEYS, STATUSES } from '../../../shared/request-rules.ts'
import { busyOffice, CALENDAR, NOW, ZONE } from '../../testing/analytics.ts'
import { figureIn, previewReport, tableIn } from '../../testing/reports.ts'
import { changeFrom, figure, percent, tenth } from '../words.ts'

/** Compares every figure of the ready-made reports with plain loops over the stored rows of an office with a winter's work. */
const { office, stored } = await busyOffice()
const TODAY = dateIn(ZONE, new Date(NOW))
let rows: PlainOffice
let plain: PlainFlow

beforeAll(async () => {
  const { db } = office
  // Before the history is loaded for the first time.
  await db.write((tx) => tx.updateTable('requests').set({ department: 'data' }).where('number', '>', 60).execute())
  rows = await stored()
  plain = new PlainFlow(rows, CALENDAR, 'calendar')
})

const report = (ready: string) => previewReport(office, { kind: 'ready', ready })
type Document = Awaited<ReturnType<typeof report>>
function changeIn({ blocks }: Document, label: string) {
  const all = blocks.flatMap((block) => (block.kind === 'figures' ? block.figures : []))
  return all.find((one) => one.label === label)?.change
}
function seriesIn({ blocks }: Document, name: string) {
  const chart = blocks.find((block) => block.kind === 'chart' && block.name === name)
  return chart?.kind === 'chart' ? chart.series.map(({ values }) => values) : undefined
}
const spanOf = ({ period }: Document) => {
  const { from, to } = period!
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return { period: { from, to }, before: { from: addDays(from, -days.length), to: addDays(from, -1) }, days }
}
const hundredth = (days: number) => Math.round(days * 100) / 100
const at = (values: number[], part: number) => tenth(values.length > 0 ? hundredth(plainQuantile(values, part)) : null)
const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)
/** How many finished requests had their due date moved before the last completion. */
function movedIn(period: { from: string; to: string }): number {
  const isMoved = (number: number) => {
    const own = plain.changesOf(number)
    const end = own.findLastIndex((one) => one.field === 'status' && one.new === 'completed')
    return own.slice(0, end).some(({ field }) => field === 'dueDate')
  }
  return plain.finishedIn(period).filter(({ number }) => isMoved(number)).length
}
const isOpen = (status: string) => status === 'pending' || status === 'in_progress'

test('status summary: every count of today and of thirty days ago, by department and by priority, and the backlog', async () => {
  const document = await report('status-summary')
  const [now, then] = [plain.levels(TODAY), plain.levels(addDays(TODAY, -30))]
  const all = (levels: Record<string, number>) => sum(Object.values(levels))
  expect(figureIn(document, 'Requests')).toBe(figure(all(now)))
  expect(changeIn(document, 'Requests')).toBe(changeFrom(all(now), all(then)))
  for (const status of STATUS_KEYS) {
    expect(figureIn(document, STATUSES[status])).toBe(figure(now[status]!))
    expect(changeIn(document, STATUSES[status])).toBe(changeFrom(now[status]!, then[status]!))
  }
  const { departments } = await office.services.settings.policy()
  const counted = (some: PlainOffice['requests']) => [
    ...STATUS_KEYS.map((status) => some.filter((one) => one.status === status).length),
    some.filter((one) => isOpen(one.status) && one.dueDate < TODAY).length,
    some.length,
  ]
  const by = (key: 'department' | 'priority', nameOf: (value: string) => string) =>
    [...Map.groupBy(rows.requests, (one) => one[key])].map(([value, some]) => [nameOf(value), ...counted(some)])
  const names: Record<string, string> = PRIORITIES
  for (const [title, expected] of [
    ['By department', by('department', (key) => departments.nameOf(key))],
    ['By priority', by('priority', (key) => names[key]!)],
  ] as const) {
    const table = tableIn(document, title)
    expect(table.rows.toSorted()).toEqual(expected.toSorted())
    expect(table.rows.length).toBeGreaterThan(1)
  }
  const weeks = Array.from({ length: 13 }, (_, i) => plain.levels(addDays(TODAY, 7 * (i - 12))))
  const open = weeks.map((levels) => levels.pending! + levels.in_progress!)
  expect(seriesIn(document, 'Open requests, end of each week')).toEqual([open])
})

test('departments: work now and in the period, promises kept and cycle times of each', async () => {
  const document = await report('departments')
  const { period } = spanOf(document)
  const { departments } = await office.services.settings.policy()
  const open = rows.requests.filter(({ status }) => isOpen(status))
  expect(figureIn(document, 'Open now')).toBe(figure(open.length))
  expect(figureIn(document, 'Overdue now')).toBe(figure(open.filter((one) => one.dueDate < TODAY).length))
  expect(figureIn(document, 'Finished')).toBe(figure(plain.finishedIn(period).length))
  expect(figureIn(document, 'Median cycle time')).toBe(figure(at(plain.cycleTimes(period), 0.5), 'days'))
  const table = tableIn(document, 'Departments')
  const expected = [...Map.groupBy(rows.requests, ({ department }) => department)].map(([key, requests]) => {
    const own = new PlainFlow({ requests, changes: rows.changes }, CALENDAR, 'calendar')
    const mine = requests.filter(({ status }) => isOpen(status))
    const finished = own.finishedIn(period).length
    return [
      departments.nameOf(key),
      mine.length,
      mine.filter(({ status }) => status === 'in_progress').length,
      mine.filter((one) => one.dueDate < TODAY).length,
      finished,
      percent(own.kept('finish', period), finished),
      at(own.cycleTimes(period), 0.5),
    ]
  })
  expect(table.rows.toSorted()).toEqual(expected.toSorted())
  expect(table.rows.length).toBe(2)
})

test.each(['departments', 'management'])('%s: the department table says what is as of now', async (ready) => {
  const { blocks } = await report(ready)
  const index = blocks.findIndex((block) => block.kind === 'table' && block.title === 'Departments')
  expect(blocks[index + 1]).toMatchObject({
    text: expect.stringMatching(/^Open, in progress and overdue are as of now/),
  })
})

test('management: flow, durations, promises and outcomes of the period beside the one before', async () => {
  const document = await report('management')
  const { period, before, days } = spanOf(document)
  const daysBefore = days.map((day) => addDays(day, -days.length))
  const closedOn = (day: string) => sum(['completed', 'rejected', 'cancelled'].map((one) => plain.enteredOn(one, day)))
  const arrived = (some: string[]) => sum(some.map((day) => plain.arrivedOn(day)))
  const closed = (some: string[]) => sum(some.map(closedOn))
  const net = (some: string[]) => arrived(some) - closed(some) + sum(some.map((day) => plain.reopenedOn(day)))
  const share = (part: number, of: number) => (of === 0 ? null : Math.round((part / of) * 1000) / 10)
  const keptShare = (span: typeof period) => share(plain.kept('finish', span), plain.finishedIn(span).length)
  const compared: [string, number | null, number | null, string][] = [
    ['Created', arrived(days), arrived(daysBefore), ''],
    ['Closed', closed(days), closed(daysBefore), ''],
    ['Completed', plain.finishedIn(period).length, plain.finishedIn(before).length, ''],
    ['Median cycle time', at(plain.cycleTimes(period), 0.5), at(plain.cycleTimes(before), 0.5), 'days'],
    ['Median first answer', at(plain.firstAnswers(period), 0.5), at(plain.firstAnswers(before), 0.5), 'days'],
    ['Kept last promise', keptShare(period), keptShare(before), '%'],
  ]
  for (const [label, value, then, unit] of compared) {
    expect({ label, value: figureIn(document, label) }).toEqual({ label, value: figure(value, unit) })
    expect({ label, change: changeIn(document, label) }).toEqual({ label, change: changeFrom(value, then, unit) })
  }
  const backlog = net(days)
  expect(figureIn(document, 'Change of the backlog')).toBe(`${backlog > 0 ? '+' : ''}${backlog}`)
  expect(changeIn(document, 'Change of the backlog')).toBe(changeFrom(backlog, net(daysBefore)))
  const durations = [
    plain.leadTimes(period),
    plain.cycleTimes(period),
    plain.timesIn('pending', period),
    plain.timesIn('in_progress', period),
  ]
  expect(
    tableIn(document, 'Within how many days half, 70, 85 and 95 per cent were done').rows.map((row) => row.slice(1)),
  ).toEqual(durations.map((values) => [...[0.5, 0.7, 0.85, 0.95].map((part) => at(values, part)), values.length]))
  const [now, then] = [plain.outcomes(period), plain.outcomes(before)]
  const [finished, finishedThen] = [plain.finishedIn(period).length, plain.finishedIn(before).length]
  const row = (count: number, of: number, was: number, wasOf: number) => [
    count,
    of,
    percent(count, of),
    percent(was, wasOf),
  ]
  const shares = tableIn(document, 'Shares of finished and closed requests').rows.map((cells) => cells.slice(1))
  expect(shares).toEqual([
    row(plain.kept('first', period), finished, plain.kept('first', before), finishedThen),
    row(plain.kept('finish', period), finished, plain.kept('finish', before), finishedThen),
    row(movedIn(period), finished, movedIn(before), finishedThen),
    ...(['reopened', 'rejected', 'cancelled'] as const).map((one) => row(now[one], now.closed, then[one], then.closed)),
  ])
  const weekly = (countOn: (day: string) => number) =>
    Array.from({ length: Math.ceil(days.length / 7) }, (_, i) => sum(days.slice(7 * i, 7 * i + 7).map(countOn)))
  expect(seriesIn(document, 'Created and closed by week')).toEqual([
    weekly((day) => plain.arrivedOn(day)),
    weekly(closedOn),
  ])
})

test('promises: how many due dates held, and every one that was moved', async () => {
  const document = await report('promises')
  const { period, before } = spanOf(document)
  const [of, ofBefore] = [plain.finishedIn(period).length, plain.finishedIn(before).length]
  for (const [label, which] of [
    ['Kept first promise', 'first'],
    ['Kept last promise', 'finish'],
  ] as const) {
    const [now, then] = [percent(plain.kept(which, period), of), percent(plain.kept(which, before), ofBefore)]
    expect(figureIn(document, label)).toBe(figure(now, '%'))
    expect(changeIn(document, label)).toBe(changeFrom(now, then, '%'))
  }
  const [moved, movedBefore] = [percent(movedIn(period), of), percent(movedIn(before), ofBefore)]
  expect(figureIn(document, 'Due date was moved')).toBe(figure(moved, '%'))
  expect(changeIn(document, 'Due date was moved')).toBe(changeFrom(moved, movedBefore, '%'))
  const isWithin = (day: string) => day >= period.from && day <= period.to
  const moves = rows.changes.filter((one) => one.field === 'dueDate' && isWithin(plain.time.dayOf(one.at)))
  expect(figureIn(document, 'Moves in the period')).toBe(figure(moves.length))
  expect(moves.length).toBeGreaterThan(5)
  expect(tableIn(document, 'Due dates that were moved').total).toBe(moves.length)
})
