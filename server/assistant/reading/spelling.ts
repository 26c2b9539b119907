import { nearest, slipsBetween } from '../../requests/list/spelling.ts'
import type { Token } from './tokens.ts'

export interface Correction {
  typed: string
  read: string
}

interface Known {
  isWord: (word: string) => boolean
  /** what slips are corrected to, and how often each is used */
  grammar: ReadonlyMap<string, number>
}

/** Each unknown word is held against the whole grammar: a text of more of them is no slip of the hand. */
const MOST_SLIPS = 8

/**
 * Misspelt words as the word of the grammar, or the name, that is a slip or two away. Words that anybody uses are left alone,
 * whatever they resemble, and so is what follows "about": there any word is one to look for.
 */
export function corrected(tokens: readonly Token[], known: Known): { tokens: Token[]; corrections: Correction[] } {
  const corrections: Correction[] = []
  const meanings = new Map<string, string | null>()
  const spelled = tokens.map((token) => {
    const { word } = token
    if (word.length < 4 || known.isWord(word) || !/^\p{L}+$/u.test(word)) return token
    if (!meanings.has(word)) {
      if (meanings.size >= MOST_SLIPS) return token
      meanings.set(word, isPluralOf(word, known.isWord) ?? likeliest(word, known))
    }
    const meant = meanings.get(word) ?? null
    if (meant === null) return token
    if (!word.startsWith(meant)) corrections.push({ typed: token.text, read: meant })
    return { ...token, word: meant }
  })
  return { tokens: spelled, corrections }
}

/** "dashboards" is known where "dashboard" is. */
function isPluralOf(word: string, isWord: (word: string) => boolean): string | null {
  const singular = word.endsWith('s') ? word.slice(0, -1) : null
  return singular !== null && isWord(singular) ? word : null
}

function likeliest(word: string, { isWord, grammar }: Known): string | null {
  const found = nearest(word, grammar)
  if (found === null) return null
  // A first letter is seldom mistyped, and two slips in a short word leave little of it.
  const slips = slipsBetween(word, found, 2) ?? 9
  const isSameStart = found[0] === word[0] || found[1] === word[0]
  if (!isSameStart || (slips > 1 && word.length < 7) || isOtherForm(word, found)) return null
  // A word that ends in no s is a slip of the singular.
  const singular = found.replace(/s$/, '')
  return !word.endsWith('s') && isWord(singular) ? singular : found
}

const ENDING = /(?:ed|er|ers|ing|ion|or|est|ly)$/

/** "blocked" is no slip of "blocker": what differs is the ending. */
function isOtherForm(word: string, other: string): boolean {
  const [stem, otherStem] = [word.replace(ENDING, ''), other.replace(ENDING, '')]
  return stem === otherStem && stem.length > 3 && stem !== word && otherStem !== other
}
