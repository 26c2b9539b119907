import { type FieldKind, FIELDS } from '../../../shared/request-fields.ts'
import { PRIORITIES, STATUS_KEYS, STATUSES, type Status } from '../../../shared/request-rules.ts'
import type { HistoryEntry } from '../../../shared/request-history.ts'
import { fullName } from '../../../shared/people.ts'
import { say, text, type Text } from '../../../shared/texts/say.ts'
import { currentDepartments } from '../../client/departments.ts'
import { dateWords } from '../../ui/formats/dates.ts'

/** Kind of an event; selects the glyph of its dot. */
export type EventKind = 'created' | 'commented' | 'document' | 'due' | 'person' | 'text' | 'kind' | Status

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
const FIELD_LABELS = new Map<string, Text>([
  ...FIELDS.map(({ name, label }) => [name, label] as const),
  ['developmentType', text('Development type')],
  ['responsibleDepartment', text('Responsible department')],
])

export function fieldLabel(name: string): string {
  const label = FIELD_LABELS.get(name)
  return label ? say(label) : ''
}

const wordsOf = (table: Record<string, string>, value: string | null) =>
  value === null ? null : Object.hasOwn(table, value) ? (table[value] ?? value) : value

/**
 * A recorded change as a sentence with its old and new value.
 * @param isInternal of an entry about a comment: it is an internal note
 */
export function eventWords(entry: HistoryEntry, isInternal = false): EventWords {
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
  const comment = isInternal ? 'an internal note' : 'a comment'
  if (entry.action === 'commented') return event('commented', isInternal ? 'wrote an internal note' : 'commented')
  if (entry.action === 'comment-edited') return event('commented', `edited ${comment}`)
  if (entry.action === 'comment-deleted') return event('commented', `deleted ${comment}`)
  if (entry.action === 'classified') return event('kind', 'had the request classified')
  if (entry.action === 'analyzed') return event('kind', 'had the request analyzed')
  if (entry.action === 'document-added') return event('document', `attached ${entry.new}`)
  if (entry.action === 'document-removed') return event('document', `deleted the document ${entry.old}`)
  if (entry.action === 'document-restored') return event('document', `restored the document ${entry.new}`)
  if (entry.action === 'decided') return decisionWords(entry, event)
  if (entry.action === 'cancelled')
    return event('cancelled', 'cancelled the request', wordsOf(STATUSES, entry.old), STATUSES.cancelled)
  const field = FIELDS.find(({ name }) => name === entry.field)
  if (!field) return event('text', 'changed the request')
  const { kind, label } = field
  const did = CHANGED[kind] ?? `${kind === 'date' ? 'set' : 'changed'} the ${say(label).toLowerCase()}`
  return event(kindOf(kind, entry.new), did, valueWords(kind, entry.old), valueWords(kind, entry.new))
}

/** Phrases for a changed field, where "changed the …" does not fit. */
const CHANGED: Partial<Record<FieldKind, string>> = {
  priority: 'set the priority',
  department: 'moved the request',
  person: 'changed the assignee',
}

function kindOf(kind: FieldKind, value: string | null): EventKind {
  if (kind === 'status') return STATUS_KEYS.find((key) => key === value) ?? 'kind'
  if (kind === 'date') return 'due'
  if (kind === 'person') return kind
  return kind === 'text' || kind === 'long-text' ? 'text' : 'kind'
}

function valueWords(kind: FieldKind, value: string | null): string | null {
  switch (kind) {
    case 'status':
      return wordsOf(STATUSES, value)
    case 'priority':
      return wordsOf(PRIORITIES, value)
    case 'department':
      return value && currentDepartments().nameOf(value)
    case 'date':
      return value && dateWords(value)
    case 'person':
      return value ?? 'Unassigned'
    default:
      return value
  }
}

type Event = (kind: EventKind, did: string, old?: string | null, next?: string | null) => EventWords

/** How a person decided on a suggested value. */
function decisionWords({ field, old, new: made }: HistoryEntry, event: Event): EventWords {
  const named = field === 'developmentType' ? 'development type' : field === 'priority' ? 'priority' : 'department'
  const kind = field === 'priority' ? 'priority' : field === 'developmentType' ? 'text' : 'department'
  const words = (value: string | null) => valueWords(kind, value)
  if (made === null) return event('kind', `rejected the suggested ${named}`, words(old), 'Not used')
  if (made === old) return event('kind', `accepted the suggested ${named}: ${words(made)}`)
  return event('kind', `chose a different ${named} from the one suggested`, words(old), words(made))
}
