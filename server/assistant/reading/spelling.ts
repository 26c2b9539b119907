import { nearest, editDistance } from '../../requests/list/spelling.ts'
import type { Token } from './tokens.ts'

export interface Correction {
  typed: string
  read: string
}

interface Known {
  isWord: (word: string) => boolean
  /** candidate corrections with their frequency */
  grammar: ReadonlyMap<string, number>
}

/** Unknown words that are corrected: each is compared with the whole grammar, and a text with more of them has no typos. */
const MAX_CORRECTIONS = 8

/**
 * Corrects misspelt words to the word of the grammar, or the name, within an edit distance of one or two. Ordinary words
 * stay, whatever they resemble, and so do words after "about", where any word may be a search word.
 */
export function corrected(tokens: readonly Token[], known: Known): { tokens: Token[]; corrections: Correction[] } {
  const corrections: Correction[] = []
  const meanings = new Map<string, string | null>()
  const spelled = tokens.map((token) => {
    const { word } = token
    if (word.length < 4 || known.isWord(word) || !/^\p{L}+$/u.test(word)) return token
    if (!meanings.has(word)) {
      if (meanings.size >= MAX_CORRECTIONS) return token
      meanings.set(word, isPluralOf(word, known.isWord) ?? likeliest(word, known))
    }
    const meant = meanings.get(word) ?? null
    if (meant === null) return token
    if (!word.startsWith(meant)) corrections.push({ typed: token.text, read: meant })
    return { ...token, word: meant }
  })
  return { tokens: spelled, corrections }
}

/** "dashboards" is known if "dashboard" is. */
function isPluralOf(word: string, isWord: (word: string) => boolean): string | null {
  const singular = word.endsWith('s') ? word.slice(0, -1) : null
  return singular !== null && isWord(singular) ? word : null
}

function likeliest(word: string, { isWord, grammar }: Known): string | null {
  // The grammar is small: two likely typos are unambiguous in shorter words than in a search across all requests.
  const match = nearest(word, grammar, word.length === 7 ? 2 : undefined)
  if (match === null) return null
  // First letters are seldom mistyped, and two typos change too much of a short word.
  const slips = editDistance(word, match, 2) ?? 9
  const isSameStart = match[0] === word[0] || match[1] === word[0]
  const isOther = isOtherForm(word, match) || isOtherWord(word, match)
  const isFar = slips > 1 && (word.length < 7 || (word.length === 7 && match.length !== 7))
  if (!isSameStart || isFar || isOther) return null
  // A word without a final s is a typo of the singular.
  const singular = match.replace(/s$/, '')
  return !word.endsWith('s') && isWord(singular) ? singular : match
}

const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
/** Letters that sound alike. */
const ALIKE = ['aeiouyw', 'cksqxz', 'bp', 'dt', 'fv', 'gj', 'mn', 'lr']

/** "slipped" is not a typo of "shipped": the differing letters neither sound alike nor are adjacent on the keyboard. */
function isOtherWord(word: string, match: string): boolean {
  if (word.length !== match.length) return false
  const differing = [...word].flatMap((letter, i) => (letter === match[i] ? [] : [[letter, match[i]!] as const]))
  const isSwapped =
    differing.length === 2 && differing[0]![0] === differing[1]![1] && differing[0]![1] === differing[1]![0]
  // Two typos leave most of a long word intact.
  const isLong = word.length > 9 && differing.length > 1
  return !isSwapped && !isLong && !differing.every(([one, other]) => isNextTo(one, other) || isAlike(one, other))
}

function isAlike(a: string, b: string): boolean {
  return ALIKE.some((letters) => letters.includes(a) && letters.includes(b))
}

function isNextTo(a: string, b: string): boolean {
  const [place, near] = [a, b].map((letter) => {
    const row = KEYS.findIndex((keys) => keys.includes(letter))
    return { row, at: KEYS[row]?.indexOf(letter) ?? Infinity }
  })
  return Math.abs(place!.row - near!.row) <= 1 && Math.abs(place!.at - near!.at) <= 1
}

const ENDING = /(?:ed|er|ers|ing|ion|or|est|ly)$/

/** "blocked" is not a typo of "blocker": only the ending differs. */
function isOtherForm(word: string, other: string): boolean {
  const [stem, otherStem] = [word.replace(ENDING, ''), other.replace(ENDING, '')]
  return stem === otherStem && stem.length > 3 && stem !== word && otherStem !== other
}
