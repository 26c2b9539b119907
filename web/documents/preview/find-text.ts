import { decidingWords } from '../../../shared/deciding-words.ts'
import { fold, type Folded, foldInPlace } from '../../../shared/fold.ts'
import { hitsIn } from '../common/marks.ts'
import type { PageRange, TextSource } from './text-source.ts'

/** In these texts, folding changes only the case. */
const PLAIN = /^[ -_a-~]*$/
/** The search stops at this number of hits. */
export const MAX_HITS = 1000
/** Pages searched between two updates of the screen. */
const PAGES_PER_UPDATE = 16

/** Replaces each white-space character with a blank, so that a phrase matches across line ends; offsets stay. */
function searchable(text: string): Folded {
  const plain = text.replace(/\s/g, ' ')
  if (!PLAIN.test(plain)) return foldInPlace(plain)
  const starts = Array.from(plain, (_, i) => i)
  return { text: plain.toLowerCase(), starts, ends: starts.map((i) => i + 1) }
}

/** Occurrences of words in a text, ignoring case and accents. A run of white space counts as one blank. */
export function findIn(text: string, terms: readonly string[]): [start: number, end: number][] {
  return hitsIn(squeezed(searchable(text)), [...terms])
}

function squeezed({ text, starts, ends }: Folded): Folded {
  if (!text.includes('  ')) return { text, starts, ends }
  const positions = Array.from(text, (_, i) => i).filter((i) => text[i] !== ' ' || text[i - 1] !== ' ')
  return {
    text: text.replace(/ +/g, ' '),
    starts: positions.map((i) => starts[i]!),
    ends: positions.map((i) => ends[i]!),
  }
}

/**
 * Growing lists of hits in reading order: of the whole phrase or, when it does not occur, of its words that decide.
 */
export async function* findAll(source: TextSource, words: string, signal: AbortSignal): AsyncGenerator<PageRange[]> {
  const phrase = fold(words).trim().replace(/\s+/g, ' ')
  if (phrase === '') return
  for (const terms of phrase.includes(' ') ? [[phrase], decidingWords(phrase.split(' '))] : [[phrase]]) {
    const hits: PageRange[] = []
    for (let page = 1; page <= source.pageCount; page++) {
      const text = await source.textOf(page)
      if (signal.aborted) return
      for (const [start, end] of findIn(text, terms)) hits.push({ page, start, end })
      if (hits.length >= MAX_HITS) break
      if (page % PAGES_PER_UPDATE === 0 && hits.length > 0) yield [...hits]
    }
    yield hits.slice(0, MAX_HITS)
    if (hits.length > 0) return
  }
}
