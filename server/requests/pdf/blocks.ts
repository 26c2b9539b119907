import { dateIn } from '../../../shared/dates.ts'
import { shortInstant } from '../../../shared/instants.ts'
import { standingInWords } from '../../../shared/outlook-words.ts'
import { fullName } from '../../../shared/people.ts'
import { LONG_TEXTS } from '../../../shared/request-fields.ts'
import { isOpen, PRIORITIES, STATUSES } from '../../../shared/request-rules.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import type { Actor } from '../../platform/actor.ts'
import { listComments } from '../comments/service.ts'
import { listDocuments } from '../../documents/service.ts'
import { listHistory } from '../history/service.ts'
import { findOutlook } from '../../analytics/outlook/service.ts'
import type { Block, Fact } from '../../reports/pdf/blocks.ts'
import type { Policy } from '../../settings/service.ts'
import type { Deps } from './deps.ts'
import { eventText } from './events.ts'
import { oldestFirst } from './pages.ts'

export interface Subject {
  actor: Actor
  policy: Policy
  request: ServiceRequest
  /** its running number */
  number: number
}

/** A request with all its details: boxes, documents, history, comments. Read page by page while it is drawn. */
export async function* blocksOf(deps: Deps, subject: Subject): AsyncGenerator<Block[]> {
  const { request, policy } = subject
  yield [
    { kind: 'title', text: request.title },
    { kind: 'facts', items: factsOf(request, policy, await standingOf(deps, subject)) },
  ]
  yield await documentBlocks(deps, subject)
  yield* historyBlocks(deps, subject)
  yield* commentBlocks(deps, subject)
}

/** The outlook of an open request. Null for a closed one, and while the history is loading or unavailable. */
async function standingOf(deps: Deps, { actor, request, policy }: Subject): Promise<string | null> {
  if (!isOpen(request.status)) return null
  const outlook = await findOutlook(deps, actor, request.id)
  return outlook?.kind === 'open' ? standingInWords(outlook, dateIn(policy.timeZone, deps.clock())) : null
}

function factsOf(request: ServiceRequest, { timeZone, departments }: Policy, standing: string | null): Fact[] {
  const { createdAt, updatedAt, completedAt } = request
  const values: [label: string, value: string][] = [
    ['Status', STATUSES[request.status]],
    ['Priority', PRIORITIES[request.priority]],
    ['Department', departments.nameOf(request.department)],
    ['Due date', request.dueDate ?? 'None'],
    ['Requester', fullName(request.requester) || 'Unknown'],
    ['Assigned to', fullName(request.assignedTo) || 'Unassigned'],
    ['Created', shortInstant(createdAt, timeZone)],
    [completedAt ? 'Completed' : 'Last updated', shortInstant(completedAt ?? updatedAt, timeZone)],
  ]
  const texts = LONG_TEXTS.map(({ wire, label }) => ({ label: say(label), value: request[wire], isWide: true }))
  const numbered = [...values.map(([label, value]) => ({ label, value })), ...texts].map((fact, i) => ({
    ...fact,
    label: `${i + 1} ${fact.label}`,
  }))
  // Without a number: closed requests lack this box, and the others must have the same number on every sheet.
  const stands = standing === null ? [] : [{ label: 'Where it stands', value: standing, isWide: true }]
  return [...numbered, ...stands]
}

async function documentBlocks(deps: Deps, { actor, request, policy }: Subject): Promise<Block[]> {
  const { documents } = await listDocuments(deps, actor, request.id)
  if (documents.length === 0) return []
  const rows = documents.map(({ name, uploadedBy, uploadedAt }) => [
    name,
    fullName(uploadedBy) || 'Unknown',
    shortInstant(uploadedAt, policy.timeZone),
  ])
  const columns = [{ label: 'Name', share: 3 }, { label: 'Attached by' }, { label: 'Attached' }]
  return [
    { kind: 'heading', text: 'Documents' },
    { kind: 'table', caption: 'Documents', columns, rows },
  ]
}

async function* historyBlocks({ db }: Deps, { actor, number, policy }: Subject): AsyncGenerator<Block[]> {
  const columns = [{ label: 'Time' }, { label: 'Person' }, { label: 'What happened', share: 3 }]
  yield [
    { kind: 'heading', text: 'Timeline' },
    { kind: 'table', caption: 'Timeline', columns },
  ]
  const pages = oldestFirst(async (before: number | undefined) => {
    const { entries, hasEarlier } = await listHistory(db.read, actor, number, before === undefined ? {} : { before })
    return { items: entries, hasEarlier }
  })
  for await (const entries of pages) {
    const rows = entries.map((entry) => [
      shortInstant(entry.at, policy.timeZone),
      fullName(entry.actor) || 'Unknown',
      eventText(entry, policy.departments),
    ])
    yield [{ kind: 'rows', rows }]
  }
}

async function* commentBlocks(deps: Deps, { actor, request, policy }: Subject): AsyncGenerator<Block[]> {
  const pages = oldestFirst(async (before: string | undefined) => {
    const { comments, hasEarlier } = await listComments(deps, actor, request.id, before === undefined ? {} : { before })
    return { items: comments, hasEarlier }
  })
  let isFirst = true
  for await (const comments of pages) {
    if (comments.length === 0) continue
    const columns = [{ label: 'Time' }, { label: 'Person' }, { label: 'Comment', share: 3 }]
    if (isFirst)
      yield [
        { kind: 'heading', text: 'Comments' },
        { kind: 'table', caption: 'Comments', columns },
      ]
    isFirst = false
    const rows = comments.map(({ createdAt, user, comment, internal, deletedAt }) => [
      shortInstant(createdAt, policy.timeZone),
      fullName(user) || 'Unknown',
      `${internal ? 'Internal note\n' : ''}${deletedAt === null ? comment : 'Deleted by its author'}`,
    ])
    yield [{ kind: 'rows', rows }]
  }
}
