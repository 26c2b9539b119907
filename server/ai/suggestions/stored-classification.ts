import { Classification, type Suggestion } from '../../../shared/ai.ts'
import type { Reader } from '../../platform/database/db.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Deps } from './deps.ts'
import { visibleTo } from '../../requests/visibility.ts'
import { getVisibleRow } from '../../requests/visible-row.ts'
import type { Draft } from '../host/ai.ts'
import { stampInWords } from '../language-model/notes.ts'
import { withPresentDepartments } from './retired-department.ts'
import { decisionsAbout, findClassification, type SuggestionRow } from './queries.ts'
import { storeSuggestion } from './stored-suggestion.ts'

/** Classifies a stored request in the background. Its version stays: the request itself is unchanged. */
export async function classifyStored(
  { db, clock, ai, settings }: Deps,
  request: { number: number } & Draft,
): Promise<void> {
  const { departments } = await settings.policy()
  const result = await ai.classify({ title: request.title, description: request.description }, departments)
  const at = clock().toISOString()
  await db.write(async (tx) => {
    await storeSuggestion(tx, result, { ...request, at, askedById: null })
  })
}

/**
 * The stored classification of a request; null while it waits for its first. Seeded requests are marked as classified
 * already and are classified lazily here, on the first read.
 */
export async function getClassification(deps: Deps, actor: Actor, address: string): Promise<Suggestion | null> {
  const { db, settings } = deps
  const request = await getVisibleRow(deps, actor, address)
  let row = await findClassification(db.read, request.number)
  if (!row) {
    if (request.classified_at === null) return null
    await classifyStored(deps, request)
    row = await findClassification(db.read, request.number)
  }
  if (!row) return null
  const policy = await settings.policy()
  const suggestion = withPresentDepartments(await suggestionOf(db.read, row), policy.departments)
  // The person who asked may see more requests than this reader.
  return visibleTo(actor, policy) === null ? suggestion : withoutCounts(suggestion)
}

/** Removes the explanation of the processing time, which contains counts of requests. */
function withoutCounts({ processingTime, ...suggestion }: Suggestion): Suggestion {
  if (!processingTime) return suggestion
  const { details: _, ...time } = processingTime
  return { ...suggestion, processingTime: { ...time, factors: [] } }
}

async function suggestionOf(reader: Reader, row: SuggestionRow): Promise<Suggestion> {
  // Written by `storeSuggestion`, maybe by an older version of this program.
  const stored = Classification.parse(JSON.parse(row.result))
  return {
    ...stored,
    engine: stampInWords(stored.engine),
    suggestionId: row.id,
    suggestedAt: row.created_at,
    decided: await decisionsAbout(reader, row.id),
  }
}
