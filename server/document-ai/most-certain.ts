import type { Proposal } from '../../engine/documents/reading.ts'
import { MAX_PROPOSALS } from '../../shared/document-proposals.ts'

/** Drops the least certain proposals where there are too many, with a note; the others stay in document order. */
export function mostCertain(proposals: Proposal[]): { kept: Proposal[]; note: string | null } {
  const most = new Set(proposals.toSorted((a, b) => b.confidence - a.confidence).slice(0, MAX_PROPOSALS))
  return { kept: proposals.filter((proposal) => most.has(proposal)), note: noteOn(proposals.length - most.size) }
}

function noteOn(left: number): string | null {
  if (left === 0) return null
  if (left === 1) return 'The one proposal that is least certain was left out.'
  return `The ${left} proposals that are least certain were left out.`
}
