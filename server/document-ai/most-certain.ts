import type { Proposal } from '../../engine/documents/reading.ts'
import { MAX_PROPOSALS } from '../../shared/document-proposals.ts'

/**
 * Drops the least certain proposals where there are too many; the others stay in document order.
 * @returns also how many were left out
 */
export function mostCertain(proposals: Proposal[]): { kept: Proposal[]; left: number } {
  const most = new Set(proposals.toSorted((a, b) => b.confidence - a.confidence).slice(0, MAX_PROPOSALS))
  return { kept: proposals.filter((proposal) => most.has(proposal)), left: proposals.length - most.size }
}
