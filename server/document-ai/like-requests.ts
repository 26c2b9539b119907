import { hundredth } from '../../shared/chance.ts'
import { similarWithin } from '../similarity/service.ts'
import type { Deps } from './deps.ts'
import type { StoredDuplicates } from './proposals.ts'

const MOST_ALIKE = 5

/**
 * Requests that may ask for the same as a text. Of all requests: who reads the proposal sees those that they may see.
 * @returns undefined while the index of similar requests is being filled
 */
export async function likelyRequests(
  deps: Pick<Deps, 'db' | 'settings' | 'ai'>,
  text: { title: string; description: string },
): Promise<StoredDuplicates | undefined> {
  const { ready, hits } = await similarWithin(deps, null, text, MOST_ALIKE)
  if (!ready) return undefined
  const likely = hits.filter(({ isDuplicate }) => isDuplicate)
  return likely.map(({ id, score }) => ({ requestId: id, likeness: hundredth(score) }))
}
