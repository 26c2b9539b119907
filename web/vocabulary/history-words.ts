import { DEPARTMENTS, PRIORITIES, STATUS_KEYS, STATUSES, type Status } from '../../shared/request-rules.ts'
import type { HistoryEntry } from '../../shared/requests.ts'
import { fullName } from '../../shared/people.ts'
import { dateWords } from '../formats/dates.ts'

/** What kind of event it was: chooses the glyph of its dot. */
export type EventKind = 'created' | 'commented' | 'due' | 'person' | 'text' | 'kind' | Status

export interface EventWords {
  kind: EventKind
  who: string
  /** the sentence after the name: "set the due date" */
  did: string
  old: string | null
  new: string | null
  /** why the status was changed */
  reason: string | null
}

/** Names of the fields as the record grid has them. */
export const FIELD_LABELS: Record<NonNullable<HistoryEntry['field']>, string> = {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  priority: 'Priority',
  department: 'Department',
  assignedTo: 'Assigned to',
  dueDate: 'Due date',
  developmentType: 'Development type',
  responsibleDepartment: 'Responsible department',
}

const wordsOf = (table: Record<string, string>, value: string | null) =>
  value === null ? null : Object.hasOwn(table, value) ? (table[value] ?? value) : value

/** A recorded change as a sentence with its old and new value. */
export function eventWords(entry: HistoryEntry): EventWords {
  const who = fullName(entry.actor) || 'Unknown'
  const event = (kind: EventKind, did: string, old: string | null = null, next: string | null = null) => ({
    kind,
    who,
    did,
    old,
    new: next,
    reason: entry.reason,
  })
  if (entry.action === 'created') return event('created', 'created the request')
  if (entry.action === 'commented') return event('commented', 'commented')
  if (entry.action === 'classified') return event('kind', 'had the request classified')
  if (entry.action === 'analyzed') return event('kind', 'had the request analyzed')
  if (entry.action === 'decided') return decisionWords(entry, event)
  if (entry.action === 'cancelled')
    return event('cancelled', 'cancelled the request', wordsOf(STATUSES, entry.old), STATUSES.cancelled)
  switch (entry.field) {
    case 'status': {
      const status = STATUS_KEYS.find((key) => key === entry.new)
      const did = 'changed the status'
      return event(status ?? 'kind', did, wordsOf(STATUSES, entry.old), wordsOf(STATUSES, entry.new))
    }
    case 'priority':
      return event('kind', 'set the priority', wordsOf(PRIORITIES, entry.old), wordsOf(PRIORITIES, entry.new))
    case 'department':
      return event('kind', 'moved the request', wordsOf(DEPARTMENTS, entry.old), wordsOf(DEPARTMENTS, entry.new))
    case 'dueDate':
      return event('due', 'set the due date', entry.old && dateWords(entry.old), entry.new && dateWords(entry.new))
    case 'assignedTo':
      return event('person', 'changed the assignee', entry.old ?? 'Unassigned', entry.new ?? 'Unassigned')
    case 'title':
      return event('text', 'changed the title', entry.old, entry.new)
    case 'description':
      return event('text', 'changed the description', entry.old, entry.new)
    default:
      return event('text', 'changed the request')
  }
}

type Event = (kind: EventKind, did: string, old?: string | null, next?: string | null) => EventWords

/** What somebody made of a suggested value. */
function decisionWords({ field, old, new: made }: HistoryEntry, event: Event): EventWords {
  const named = field === 'developmentType' ? 'development type' : field === 'priority' ? 'priority' : 'department'
  const words = (value: string | null) => wordsOf({ ...PRIORITIES, ...DEPARTMENTS }, value)
  if (made === null) return event('kind', `rejected the suggested ${named}`, words(old), 'Not used')
  if (made === old) return event('kind', `accepted the suggested ${named}: ${words(made)}`)
  return event('kind', `chose a different ${named} from the one suggested`, words(old), words(made))
}
