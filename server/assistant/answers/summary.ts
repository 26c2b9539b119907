import type { AnswerPart } from '../../../shared/assistant/messages.ts'
import type { QueryFilter } from '../../../shared/assistant/query.ts'
import { longDate, mondayOf } from '../../../shared/dates.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Figures } from '../figures/figures.ts'
import { addressOf } from './addresses.ts'
import { type Answer, requestsIn, wasOrWere } from './query-context.ts'
import { OPEN_STATUSES } from '../../../shared/request-rules.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'

/** This week in figures: of all requests for managers, else of the asker's own. */
export async function summaryAnswer(actor: Actor, figures: Figures): Promise<Answer> {
  const { today } = figures.viewer
  const monday = mondayOf(today)
  const mine: QueryFilter = actor.permissions.has('dashboard.view') ? {} : { requester: ['me'] }
  const open: QueryFilter = { ...mine, status: [...OPEN_STATUSES] }
  const lines: [string, QueryFilter][] = [
    ['Came in this week', { ...mine, createdFrom: monday, createdTo: today }],
    ['Completed this week', { ...mine, status: ['completed'], completedFrom: monday, completedTo: today }],
    ['Open', open],
    ['Waiting for review', { ...mine, status: ['pending'] }],
    ['Overdue', { ...mine, overdue: true }],
    ['Overdue and critical', { ...mine, overdue: true, priority: ['critical'] }],
  ]
  const counts = await Promise.all(lines.map(([, filter]) => figures.count(filter)))
  // One count for each line.
  const [came, done, opened, , late] = counts as [number, number, number, number, number]
  const some = mine.requester ? `${came} of your requests` : requestsIn(came)
  const text = `This week ${some} came in and ${done} ${wasOrWere(done)} completed. ${opened} ${opened === 1 ? 'is' : 'are'} open, ${late} of them overdue.`
  const table: AnswerPart = {
    kind: 'table',
    caption: `Since ${longDate(monday)}`,
    columns: ['What', 'Requests'],
    rows: lines.map(([label, filter], i) => ({
      cells: [label, formatNumber(counts[i]!)],
      href: addressOf(filter, today),
    })),
  }
  return { text, parts: [table], topic: { query: { measure: 'count', filter: open } } }
}
