import { decidingWords } from '../../../shared/deciding-words.ts'
import { type Folded, fold, foldInPlace } from '../../../shared/fold.ts'

export interface Marked {
  text: string
  hit: boolean
}

/** Where the terms occur, as positions in the original text, in order and without overlap. */
export function hitsIn({ text, starts, ends }: Folded, terms: string[]): [start: number, end: number][] {
  const ranges: [number, number][] = []
  for (const term of terms)
    for (let i = text.indexOf(term); term !== '' && i >= 0; i = text.indexOf(term, i + term.length))
      ranges.push([starts[i] ?? 0, ends[i + term.length - 1] ?? 0])
  const hits: [number, number][] = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = hits.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else hits.push([start, end])
  }
  return hits
}

/**
 * Splits a text at the hits of a search: the whole phrase if it occurs, otherwise the words that decide. Folded like on
 * the server, so that "Größe" is marked for "grosse".
 */
export function markHits(text: string, search: string): Marked[] {
  const phrase = fold(search).trim()
  if (phrase === '') return [{ text, hit: false }]
  const folded = foldInPlace(text)
  const whole = hitsIn(folded, [phrase])
  const hits = whole.length > 0 ? whole : hitsIn(folded, decidingWords(phrase.split(/\s+/)))
  const pieces: Marked[] = []
  let done = 0
  for (const [start, end] of hits) {
    pieces.push({ text: text.slice(done, start), hit: false }, { text: text.slice(start, end), hit: true })
    done = end
  }
  pieces.push({ text: text.slice(done), hit: false })
  return pieces.filter((piece) => piece.text !== '')
}
