import type { Page, Place, Proposal } from '../../engine/documents/reading.ts'
import type { LabelledAsk } from './golden-documents.ts'

/**
 * A proposal is right when it is on the page of a labelled ask, the two passages share at least half of the shorter one, and it
 * is at most three times as long as the label. Each ask is matched once: a second proposal for it is wrong. Only letters and
 * digits are compared, because line ends and blanks differ between formats.
 */
const SHARED = 0.5
const MAX_LENGTH_RATIO = 3

export interface Match {
  ask: LabelledAsk
  proposal: Proposal
}

export function matchAsks(
  pages: readonly Page[],
  asks: readonly LabelledAsk[],
  proposals: readonly Proposal[],
): Match[] {
  const letters = new Letters(pages)
  const spans = asks.map(({ passages }) => passages.flatMap((passage) => letters.find(passage)))
  const taken = new Set<Proposal>()
  return asks.flatMap((ask, i) => {
    const proposal = proposals
      .filter((one) => !taken.has(one))
      .map((one) => ({
        one,
        shared: Math.max(0, ...spans[i]!.map((span) => agreement(span, letters.spanOf(one.place)))),
      }))
      .filter(({ shared }) => shared >= SHARED)
      .sort((a, b) => b.shared - a.shared)[0]?.one
    if (!proposal) return []
    taken.add(proposal)
    return [{ ask, proposal }]
  })
}

interface Span {
  start: number
  end: number
}

function agreement(label: Span, span: Span): number {
  const shared = Math.min(label.end, span.end) - Math.max(label.start, span.start)
  const [labelled, proposed] = [label.end - label.start, span.end - span.start]
  return proposed > MAX_LENGTH_RATIO * labelled ? 0 : shared / Math.min(labelled, proposed)
}

/** The letters and digits of a document, with offsets across all pages. */
class Letters {
  private readonly text: string
  private readonly pages: readonly Page[]
  private readonly starts = new Map<number, number>()

  constructor(pages: readonly Page[]) {
    this.pages = pages
    let text = ''
    for (const page of pages) {
      this.starts.set(page.number, text.length)
      text += lettersOf(page.text)
    }
    this.text = text
  }

  /** Position of a passage, or at least of its first half, because a wrapped cell is printed in two parts. */
  find(passage: string): Span[] {
    const letters = lettersOf(passage)
    for (let length = letters.length; length >= letters.length / 2; length--) {
      const start = this.text.indexOf(letters.slice(0, length))
      if (start >= 0) return [{ start, end: start + length }]
    }
    return []
  }

  spanOf({ page, start, end }: Place): Span {
    const { text } = this.pages.find(({ number }) => number === page)!
    const from = this.starts.get(page)! + lettersOf(text.slice(0, start)).length
    return { start: from, end: from + lettersOf(text.slice(start, end)).length }
  }
}

function lettersOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') // prettier-ignore
}
