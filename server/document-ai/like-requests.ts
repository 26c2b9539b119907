import { hundredth } from '../../shared/chance.ts'
import { similarWithin } from '../similarity/service.ts'
import type { Deps } from './deps.ts'
import type { StoredDuplicates } from './proposals.ts'

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
