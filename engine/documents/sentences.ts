/** A sentence, offsets in the flow. */
export interface Span {
  start: number
  end: number
}

/** A point after these does not end a sentence. */
const ABBREVIATIONS = new Set(
  (
    'dr mr mrs ms prof st no nos art arts sec para p pp ref fig vol eg e.g ie i.e cf vs approx incl excl dept div inc ltd co ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec m mme mlle mm al al. n nr env tél réf chap'
  ).split(' '),
)
/** A sentence end may be followed by closing quotation marks and note marks: "as agreed.[2]". */
const ENDS = /([.!?؟…]+["')\]»”]*)(?:\[(?:note )?\d+\])*(?=\s|$)/g
/** Longer sentences are cut: people do not write any. */
const MAX_LENGTH = 1500

/** The sentences of a span of text. */
export function sentencesOf(text: string, start: number, end: number): Span[] {
  const part = text.slice(start, end)
  const spans: Span[] = []
  let from = 0
  const push = (to: number) => {
    const raw = part.slice(from, to)
    const words = raw.trim()
    if (words !== '') {
      const at = start + from + (raw.length - raw.trimStart().length)
      for (let cut = 0; cut < words.length; cut += MAX_LENGTH) {
        spans.push({ start: at + cut, end: at + Math.min(words.length, cut + MAX_LENGTH) })
      }
    }
    from = to
  }
  for (const stop of part.matchAll(ENDS)) {
    const to = stop.index + stop[0].length
    if (endsHere(part, stop.index, stop[1]!, to)) push(to)
  }
  push(part.length)
  return spans
}

function endsHere(text: string, at: number, stop: string, to: number): boolean {
  const next = /\S/.exec(text.slice(to, to + 20))?.[0]
  if (next === undefined) return true
  if (/[\p{Ll}–—]/u.test(next)) return false
  if (stop !== '.') return true
  const word = /[\p{L}.]*$/u.exec(text.slice(Math.max(0, at - 12), at))![0].toLowerCase()
  // An initial ("J. Okafor") or an abbreviation.
  const isInitial = word.length === 1 && /\p{Lu}/u.test(text[at - 1] ?? '')
  return !isInitial && !ABBREVIATIONS.has(word)
}
