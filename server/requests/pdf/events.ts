import type { Departments } from '../../../shared/departments.ts'
import { FIELDS } from '../../../shared/request-fields.ts'
import { PRIORITIES, STATUSES } from '../../../shared/request-rules.ts'
import type { HistoryEntry } from '../../../shared/request-history.ts'
import { say } from '../../../shared/texts/say.ts'

const DID: Partial<Record<HistoryEntry['action'], string>> = {
  created: 'Created',
  commented: 'Commented',
  'comment-edited': 'Edited a comment',
  'comment-deleted': 'Deleted a comment',
  classified: 'Had the request classified',
  analyzed: 'Had the request analyzed',
}

/** A history entry in the wording of the printed sheet. */
export function eventText(entry: HistoryEntry, departments: Departments): string {
  const sentence = DID[entry.action] ?? changeText(entry, departments)
  return entry.reason === null ? sentence : `${sentence}\nReason: ${entry.reason}`
}

function changeText({ action, field, old, new: made }: HistoryEntry, departments: Departments): string {
  if (action === 'document-added') return `Attached ${made}`
  if (action === 'document-removed') return `Deleted the document ${old}`
  if (action === 'document-restored') return `Restored the document ${made}`
  if (action === 'cancelled') return `Status: ${shown(STATUSES, old)} → ${STATUSES.cancelled}`
  if (action === 'decided') return decisionText(field, old, made, departments)
  const known = FIELDS.find(({ name }) => name === field)
  if (!known) return 'Changed the request'
  if (known.kind === 'long-text') return say('{label} changed', { label: known.label })
  return `${say(known.label)}: ${valueText(field, old, departments)} → ${valueText(field, made, departments)}`
}

function decisionText(
  field: HistoryEntry['field'],
  old: string | null,
  made: string | null,
  departments: Departments,
): string {
  const named = field === 'developmentType' ? 'development type' : field === 'priority' ? 'priority' : 'department'
  const kind = field === 'responsibleDepartment' ? 'department' : field
  const [suggested, used] = [valueText(kind, old, departments), valueText(kind, made, departments)]
  if (made === null) return `Rejected the suggested ${named}: ${suggested}`
  return made === old ? `Accepted the suggested ${named}: ${used}` : `Suggested ${named}: ${suggested} → ${used}`
}

function valueText(field: HistoryEntry['field'], value: string | null, departments: Departments): string {
  if (field === 'status') return shown(STATUSES, value)
  if (field === 'priority') return shown(PRIORITIES, value)
  if (field === 'department') return value === null ? 'None' : departments.nameOf(value)
  if (field === 'assignedTo') return value ?? 'Unassigned'
  return value ?? 'None'
}

function shown(words: Record<string, string>, value: string | null): string {
  return value === null ? 'None' : (words[value] ?? value)
}
