import { isFunctionWord } from '../../text/function-words.ts'
import { withoutEnding } from '../../text/inflections.ts'

/** Sentences with fewer content words are never similar: they say too little. */
const MIN_WORDS = 3

/** The content words of a sentence, stemmed. */
export function contentWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\d]{2,40}/gu) ?? []
  return new Set(words.filter((word) => !isFunctionWord(word) && !ASKING.has(word)).map(withoutEnding))
}

const ASKING = new Set(
  'please request requested ask asked shall must should recommend recommended agreed decided need needed system action recommendation introduce introduction'.split(
    ' ',
  ),
)

/** Similarity of two sentences, 0 … 1: 0.6 × overlap coefficient + 0.4 × Jaccard index of their words. */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const fewest = Math.min(a.size, b.size)
  if (fewest < MIN_WORDS) return 0
  if (numbersDiffer(a, b)) return 0
  let common = 0
  for (const word of a) if (b.has(word)) common++
  return (common / fewest) * 0.6 + (common / (a.size + b.size - common)) * 0.4
}

/** "Form 12" and "form 15" are different, however similar the rest is. */
function numbersDiffer(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const numbers = (words: ReadonlySet<string>) => [...words].filter((word) => /\d/.test(word))
  const [inA, inB] = [numbers(a), numbers(b)]
  return inA.length > 0 && inB.length > 0 && !inA.some((number) => inB.includes(number))
}
