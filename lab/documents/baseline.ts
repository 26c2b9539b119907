import { Flow } from '../../engine/documents/flow.ts'
import type { Page, Proposal } from '../../engine/documents/reading.ts'
import { blocksOf } from '../../engine/documents/blocks.ts'
import { linesOf } from '../../engine/documents/lines.ts'
import { sentencesOf } from '../../engine/documents/sentences.ts'

/** A naive baseline: each sentence with a word of obligation is an ask. */
export function plainProposals(pages: readonly Page[]): Proposal[] {
  const flow = new Flow(pages)
  return blocksOf(linesOf(flow))
    .flatMap(({ textStart, end }) => sentencesOf(flow.text, textStart, end))
    .filter(({ start, end }) => /\b(?:shall|must|should)\b/i.test(flow.text.slice(start, end)))
    .map(({ start, end }) => {
      const place = flow.placeOf(start, end)
      return {
        title: '',
        description: '',
        department: 'it',
        priority: 'medium',
        dueDate: null,
        place,
        passage: flow.wordsAt(place),
        section: null,
        confidence: 0.5,
      }
    })
}
