import type { AnswerPart } from '../../shared/assistant/messages.ts'
import type { Reading } from '../../shared/assistant/query.ts'
import { isVisible, visibleTo } from '../requests/visibility.ts'
import type { Actor } from '../platform/actor.ts'
import type { Policy } from '../settings/service.ts'
import type { Deps } from './deps.ts'
import { documentScope } from './documents/answer-documents.ts'
import { stillVisible } from './documents/document-queries.ts'
import { requestsNumbered } from './queries.ts'

/** The data behind an answer, narrowest first: own requests, all requests, all requests with the office's figures. */
const SCOPES = ['own', 'all', 'office'] as const
export type AnswerScope = (typeof SCOPES)[number]

export function scopeOfAnswers(actor: Actor, policy: Pick<Policy, 'visibility'>): AnswerScope {
  if (actor.permissions.has('dashboard.view')) return 'office'
  return visibleTo(actor, policy) === null ? 'all' : 'own'
}

interface Kept {
  content: string
  parts: AnswerPart[]
  reading?: Reading | undefined
  /** null for answers from before scopes were stored */
  scope: string | null
}

const WITHHELD = 'This answer included something that you can no longer see. Please ask again.'

/**
 * Stored answers as their reader may see them now: a changed policy, role or assignee may have narrowed their view. An
 * answer based on more than that is withheld as a whole, since its figures count hidden requests.
 */
export async function redactForReader<T extends Kept>(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: Actor,
  answers: T[],
): Promise<T[]> {
  const policy = await settings.policy()
  const widest = SCOPES.indexOf(scopeOfAnswers(actor, policy))
  const isWithin = ({ scope }: Kept) => SCOPES.indexOf((scope ?? 'all') as AnswerScope) <= widest
  const scope = visibleTo(actor, policy)
  const named = scope === null ? [] : [...new Set(answers.filter(isWithin).flatMap(numbersIn))]
  const requests = await requestsNumbered(db.read, named)
  const visible = new Set(requests.filter((row) => isVisible(scope, row)).map(({ request_id }) => request_id))
  const documents = [...new Set(answers.filter(isWithin).flatMap(documentsIn))]
  const there = await stillVisible(db.read, await documentScope({ deps: { settings }, actor }), documents)
  return answers.map((answer) => {
    const isSeen =
      isWithin(answer) &&
      documentsIn(answer).every((id) => there.has(id)) &&
      (scope === null || numbersIn(answer).every((number) => visible.has(number)))
    return isSeen ? answer : { ...answer, content: WITHHELD, parts: [], reading: undefined }
  })
}

/** The documents that an answer quotes or names. */
function documentsIn({ parts }: Kept): string[] {
  return parts.flatMap((part) => (part.kind === 'passages' ? part.passages.map(({ documentId }) => documentId) : []))
}

/** The requests mentioned in an answer or shown below it, except those it says cannot be seen. */
function numbersIn({ content, parts }: Kept): string[] {
  const others = parts.filter(({ kind }) => kind !== 'passages')
  const quoted = parts.flatMap((part) => (part.kind === 'passages' ? part.passages : []))
  // A document's name may contain numbers of requests that its reader may not see.
  const own = quoted.reduce((text, { name }) => text.replaceAll(`“${name}”`, ''), content)
  const remaining = own.replace(/There is no request RFD-[\d-]+ that you can see\./g, '')
  const attached = quoted.map(({ requestId }) => requestId).join(' ')
  return `${remaining} ${attached} ${JSON.stringify(others)}`.match(/RFD-\d{4}-\d{4,}/g) ?? []
}
