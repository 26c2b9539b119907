import { isOpen, isOverdue } from '../../shared/requests.ts'
import type { Asker, Label, RequestWord } from './labels.ts'
import type { Office, Row } from './office.ts'
import { type Reading, select, tiersOf } from './selection.ts'

const MISSING = 9876

/** Requests that a question refers to, selected by rule: the newest match, or the oldest where the name says so. */
const RULES: Record<string, (office: Office, mine: readonly Row[]) => Row | undefined> = {
  myOpenRequest: (_, mine) => mine.findLast(({ status }) => isOpen(status)),
  myStartedRequest: (_, mine) => mine.findLast(({ status }) => status === 'in_progress'),
  myCompletedRequest: (_, mine) => mine.findLast(({ status }) => status === 'completed'),
  myRejectedRequest: (_, mine) => mine.findLast(({ status }) => status === 'rejected'),
  oldestPending: ({ rows }) => rows.find(({ status }) => status === 'pending'),
  recentlyCompleted: ({ rows }) => rows.findLast(({ status }) => status === 'completed'),
  criticalUnassigned: ({ rows }) =>
    rows.find((row) => row.priority === 'critical' && isOpen(row.status) && !row.assigneeId),
  oldestOverdue: ({ rows, today }) => rows.find((row) => isOverdue(row, today)),
}

/** The questions of one conversation with this office's data filled in; the last one is graded. */
export function questionsOf(office: Office, { asker, before = [], question }: Label): string[] {
  return [...before, question].map((text) => inWords(office, text, asker))
}

/** Fills in the requests' ids. Rows are in order of creation. */
export function inWords(office: Office, text: string, asker: Asker): string {
  return text.replace(/\{(?:(lower|bare):)?([^}]+)\}/g, (_, form: string | undefined, name: string) => {
    const id = idOf(office, name, asker)
    if (form === 'lower') return id.toLowerCase()
    return form === 'bare' ? id.replace(/^RFD-\d+-/, '') : id
  })
}

function idOf(office: Office, name: string, asker: Asker): string {
  if (name === 'missingRequest') return `RFD-${office.today.slice(0, 4)}-${MISSING}`
  return requestOf(office, `{${name}}`, { asker, variant: 0 }).requestId
}

/** @throws Error when the office has no such request */
export function requestOf(office: Office, word: RequestWord, reading: Reading): Row {
  const match = find(office, word, reading)
  if (!match) throw new Error(`The office has no ${JSON.stringify(word)}`)
  return match
}

function find(office: Office, word: RequestWord, reading: Reading): Row | undefined {
  if (typeof word !== 'string') {
    if ('title' in word) return office.rows.find(({ title }) => title === word.title)
    return tiersOf(office, select(office, word.where, reading), word.order)[0]?.[0]
  }
  const name = word.slice(1, -1)
  if (name.startsWith('requestTitled:')) return find(office, { title: name.slice('requestTitled:'.length) }, reading)
  const mine = office.rows.filter(({ requesterId }) => requesterId === office.askers[reading.asker])
  return RULES[name]?.(office, mine)
}
