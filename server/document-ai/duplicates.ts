import { z } from 'zod'
import { hundredth } from '../../shared/chance.ts'
import type { PossibleDuplicate } from '../../shared/document-proposals.ts'
import type { Reader } from '../platform/database/db.ts'
import { isVisible, type Scope } from '../requests/visibility.ts'
import { similarWithin } from '../ai/similarity/service.ts'
import { mayKnow } from './access.ts'
import type { Deps } from './deps.ts'
import { proposalsForDuplicates, requestsForDuplicates } from './duplicate-queries.ts'
import type { ProposalRow, StoredProposal } from './proposal-queries.ts'

/** Stored possible duplicates: each the id of a request or of a proposal. */
export const StoredDuplicates = z.array(
  z.object({ requestId: z.string().optional(), proposalId: z.string().optional(), likeness: z.number() }),
)
export type StoredDuplicates = z.infer<typeof StoredDuplicates>

const MAX_SIMILAR = 5

/**
 * Requests that may ask for the same as a text, among all requests: visibility is applied when the proposal is read.
 * @returns undefined while the index of similar requests is being built
 */
export async function likelyRequests(
  deps: Pick<Deps, 'db' | 'settings' | 'ai'>,
  text: { title: string; description: string },
): Promise<StoredDuplicates | undefined> {
  const { ready, hits } = await similarWithin(deps, null, text, MAX_SIMILAR)
  if (!ready) return undefined
  const likely = hits.filter(({ isDuplicate }) => isDuplicate)
  return likely.map(({ id, score }) => ({ requestId: id, likeness: hundredth(score) }))
}

/** Looks up a proposal's duplicates again: its text has changed, or requests were added since the document was read. */
export async function duplicatesOf(
  deps: Pick<Deps, 'db' | 'settings' | 'ai'>,
  { title, description, duplicates }: StoredProposal,
): Promise<string> {
  const before = StoredDuplicates.parse(JSON.parse(duplicates))
  // Without an answer of the engine the stored duplicates stay.
  const similar = await likelyRequests(deps, { title, description }).catch(() => undefined)
  if (!similar) return duplicates
  return JSON.stringify([...similar, ...before.filter(({ requestId }) => requestId === undefined)])
}

/** Loads the duplicates of all proposals at once. @returns a function for those of one proposal, most alike first */
export async function duplicatesFor(reader: Reader, scope: Scope, stored: StoredDuplicates) {
  const idsOf = (name: 'requestId' | 'proposalId') => [...new Set(stored.flatMap((one) => one[name] ?? []))]
  const proposals = (await proposalsForDuplicates(reader, idsOf('proposalId'))).filter((one) =>
    mayKnow(scope, { ...one, request_number: one.attached_to }),
  )
  const became = proposals.flatMap(({ request }) => request ?? [])
  const requests = (await requestsForDuplicates(reader, [...idsOf('requestId'), ...became])).filter(
    (one) => isVisible(scope, one) && one.status !== 'cancelled',
  )
  return (of: StoredDuplicates, own: ProposalRow): PossibleDuplicate[] => {
    const duplicates = new Map<string, PossibleDuplicate>()
    for (const { requestId, proposalId, likeness } of of) {
      const proposal = proposals.find(({ id }) => id === proposalId)
      const requestRef = proposal?.request ?? requestId
      const request = requests.find(({ id }) => id === requestRef)
      // The request that this proposal became is not its duplicate.
      if (request && request.id !== own.request) {
        const { id, request_id, title, status, completed_at } = request
        const named = { id, requestId: request_id, status, title, likeness, completedAt: completed_at }
        duplicates.set(id, { kind: 'request', ...named })
      } else if (proposal && proposal.state === 'open') {
        const { id, reading_id: readingId, name: documentName, title } = proposal
        duplicates.set(id, { kind: 'proposal', id, readingId, documentName, title, likeness })
      }
    }
    return [...duplicates.values()].sort((a, b) => b.likeness - a.likeness)
  }
}
