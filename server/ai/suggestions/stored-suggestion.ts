import { hash, randomUUID } from 'node:crypto'
import { Classification } from '../../../shared/ai.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Draft } from '../host/ai.ts'
import { insertSuggestion, setClassification, setClassifiedAt } from './queries.ts'

/** Stores a suggestion, and makes it the classification of the request where there is one. @returns its id */
export async function storeSuggestion(
  tx: Tx,
  result: Classification,
  { at, askedById, number, ...draft }: Draft & { at: string; askedById: string | null; number: number | null },
): Promise<string> {
  const id = randomUUID()
  await insertSuggestion(tx, {
    id,
    request_number: number,
    asked_by_id: askedById,
    priority: result.priority,
    development_type: result.developmentType,
    department: result.responsibleDepartment,
    confidence: result.confidence,
    result: JSON.stringify(result),
    engine: result.engine.name,
    engine_version: result.engine.version,
    created_at: at,
    text_hash: textHash(draft),
  })
  if (number !== null) {
    await setClassification(tx, number, id, result.developmentType)
    await setClassifiedAt(tx, number, at)
  }
  return id
}

/** Hash of the text that a suggestion was made for, so that it never counts for another text. */
export function textHash({ title, description }: Draft): string {
  return hash('sha256', JSON.stringify([title, description]), 'base64url')
}
