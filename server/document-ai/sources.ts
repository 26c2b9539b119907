import type { RequestSources } from '../../shared/document-ai.ts'
import { getVisibleRow } from '../requests/visible-row.ts'
import type { Actor } from '../platform/actor.ts'
import type { Deps } from './deps.ts'
import { sourcesOf } from './proposal-queries.ts'

/** The sentences that a request was created from, for everybody who may see it. Throws like `getRequest`. */
export async function listSources(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: Actor,
  address: string,
): Promise<RequestSources> {
  const { number } = await getVisibleRow({ db, settings }, actor, address)
  const rows = await sourcesOf(db.read, number)
  return {
    sources: rows.map(({ document_id, name, page, start_offset, end_offset, passage }) => ({
      documentId: document_id,
      documentName: name,
      place: { page, start: start_offset, end: end_offset },
      passage,
    })),
  }
}
