import type { RequestListQuery } from '../../../shared/request-list.ts'
import { statusInWords } from '../../../shared/assistant/words.ts'
import { dateIn, longDate } from '../../../shared/dates.ts'
import { isOpen, PRIORITIES, type ServiceRequest, STATUSES } from '../../../shared/requests.ts'
import { fullName } from '../../../shared/users.ts'
import { AppError } from '../../platform/errors.ts'
import { lastChange } from '../../requests/history/service.ts'
import { listRequests } from '../../requests/list/service.ts'
import { numbersIn } from '../../requests/list/request-number.ts'
import { getRequest, getRow } from '../../requests/service.ts'
import { idsOfNumbers } from '../queries.ts'
import { type Answer, cards } from './query-context.ts'
import { factOf } from './one-fact.ts'
import { outlookOf } from './outlooks.ts'
import { dueIn, originOf, expectedTime, waitingFor, type Asker } from './request-sentences.ts'

/** "Where is my request now?" without a number: the asker's newest one. */
export async function describeNewest(asker: Asker, filter: RequestListQuery): Promise<Answer> {
  const { requests } = await listRequests(asker.deps, asker.actor, { ...filter, requester: 'me', limit: 1 })
  const [newest] = requests
  if (newest) return describeRequests(asker, [newest.requestId])
  const text = filter.status
    ? `None of your requests is ${statusInWords(filter.status)}.`
    : 'You have not submitted a request yet.'
  return { text, parts: [], topic: {} }
}

const MAX_DESCRIBED = 3

/** Describes one request or several, a single one after the fact asked for. @param typed numbers as typed: "RFD-2026-0042", "#42" */
export async function describeRequests(asker: Asker, typed: readonly string[]): Promise<Answer> {
  const descriptions = []
  for (const number of typed.slice(0, MAX_DESCRIBED)) descriptions.push(await describeRequest(asker, number))
  const requests = descriptions.flatMap(({ request }) => request ?? [])
  const fact = typed.length === 1 && requests[0] ? await factFirst(asker, requests[0], descriptions[0]?.finish) : null
  const texts = [fact, ...descriptions.map(({ text }) => text), typed.length > MAX_DESCRIBED && ONLY_THREE]
  return {
    text: texts.filter(Boolean).join('\n\n'),
    parts: requests.length > 0 ? [cards(requests)] : [],
    topic: { requestId: requests.length === 1 ? requests[0]!.requestId : undefined },
  }
}

async function factFirst(asker: Asker, request: ServiceRequest, finish: string | undefined): Promise<string | null> {
  const { deps, actor, question = '' } = asker
  const { timeZone, departments } = await deps.settings.policy()
  const today = dateIn(timeZone, deps.clock())
  return factOf(question, request, { id: actor.id, today, timeZone, departments, finish })
}

const ONLY_THREE = `I describe ${MAX_DESCRIBED} requests at a time; please ask for the others separately.`

/** "When was it last changed?", "who edited it", "show the history of …" */
export const CHANGED =
  /\b(?:who|when|what|is|was|has|did)\b.*\b(?:chang|edit|modif|updat|touch|happen)\w*\b|\b(?:last|latest) (?:chang|edit|updat)\w*|\b(?:history|timeline)\b/i

/** The same with the last change, its author, and a pointer to the timeline. */
export async function changesOf(asker: Asker, typed: readonly string[]): Promise<Answer> {
  const { deps, actor } = asker
  const policy = await deps.settings.policy()
  const descriptions = []
  for (const number of typed.slice(0, MAX_DESCRIBED)) {
    const request = await findOne(asker, number)
    if (!request) continue
    const row = await getRow(deps.db.read, actor, policy, request.id)
    const last = await lastChange(deps.db.read, row.number)
    if (!last) continue
    const by = last.changedBy ? ` by ${fullName(last.changedBy)}` : ''
    const on = longDate(dateIn(policy.timeZone, new Date(last.changedAt)))
    descriptions.push(
      `${request.requestId} was last changed on ${on}${by}; the timeline on its Details tab shows every change.`,
    )
  }
  const answer = await describeRequests(asker, typed)
  return { ...answer, text: [...descriptions, answer.text].join('\n\n') }
}

/** The request with a number; null where it doesn't exist or the asker may not see it, which look the same. */
export async function findOne({ deps, actor }: Asker, typed: string): Promise<ServiceRequest | null> {
  const named = numbersIn(typed)
  const rows = await idsOfNumbers(
    deps.db.read,
    named.map(({ number }) => number),
  )
  const meant = named.flatMap(
    ({ number, year }) =>
      rows.find((row) => row.number === number && (year === null || row.request_id.startsWith(`RFD-${year}-`))) ?? [],
  )
  if (meant.length === 0) return null
  return getRequest(deps, actor, meant[0]!.request_id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not-found') return null
    throw error
  })
}

async function describeRequest(
  asker: Asker,
  typed: string,
): Promise<{ text: string; request: ServiceRequest | null; finish?: string | undefined }> {
  const request = await findOne(asker, typed)
  if (!request) return { text: `There is no request ${typed.toUpperCase()} that you can see.`, request }
  const { deps, actor } = asker
  const { timeZone, departments } = await deps.settings.policy()
  const today = dateIn(timeZone, deps.clock())
  const outlook = isOpen(request.status) ? await outlookOf(asker, request) : null
  const sentences = [
    `${request.requestId} “${request.title}” is ${STATUSES[request.status]}.`,
    await waitingFor(asker, request),
    outlook?.text,
    dueIn(request, today),
    originOf(request, timeZone),
    `Priority ${PRIORITIES[request.priority]}, department ${departments.nameOf(request.department)}, ${request.assignedTo ? `assigned to ${fullName(request.assignedTo)}` : 'assigned to nobody'}.`,
    isOpen(request.status) && !outlook?.hasDate ? await expectedTime(deps, actor, request.id) : '',
  ]
  return { text: sentences.filter(Boolean).join(' '), request, finish: outlook?.finish }
}
