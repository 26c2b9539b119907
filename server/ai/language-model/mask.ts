import type { Db } from '../../platform/database/db.ts'
import { ordinaryWords } from './ordinary-words.ts'

/**
 * Personal data that helps no suggestion: removed before a text is sent, and not restored. The repetitions before the
 * anchor of a pattern are bounded, so that no text can make it slow (ReDoS).
 */
const PRIVATE: [RegExp, string][] = [
  [/[\p{L}\p{N}._%+-]{1,100}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, '[e-mail]'],
  [/\b(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.)[^\s<>"']+/gi, '[link]'],
  [/\+\d[\d ()/-]{6,}\d/g, '[number]'],
  // Identity, account and telephone numbers; request numbers and dates are shorter.
  [/\d{9,}/g, '[number]'],
]

export interface Mask {
  hide(text: string): string
  /** Restores the people's names. */
  show(text: string): string
}

/** A mask for one question, in which a person has the same letter throughout. */
export async function maskOf(db: Db): Promise<Mask> {
  const query = db.read.selectFrom('users').select(['first_name', 'last_name']).compile()
  const people = await db.readInWorker(query, 'search')
  return maskFor(
    people.map(({ first_name, last_name }) => `${first_name} ${last_name}`),
    await ordinaryWords(),
  )
}

/**
 * Hides full names in any case, and a capitalised first or last name alone. The latter may be another word after all,
 * which does no harm, since it is restored; an ordinary word that begins a sentence stays.
 * @param names full names of the office's people
 * @param ordinary words in lower case that requests use
 */
export function maskFor(names: readonly string[], ordinary: ReadonlySet<string> = new Set()): Mask {
  // Indexed by first word, so that a long text is scanned once regardless of the number of people.
  const byFirstWord = new Map<string, string[][]>()
  /** The full name behind a single name; the single name itself where several people share it. */
  const alone = new Map<string, string>()
  for (const name of names) {
    const words = wordsOf(name)
    const whole = words.join(' ')
    for (const [part] of name.matchAll(WORD)) {
      const word = keyOf(part)
      if (isNameAlone(part)) alone.set(word, alone.has(word) && alone.get(word) !== whole ? word : whole)
    }
    if (words.length < 2) continue
    const same = byFirstWord.get(words[0]!) ?? []
    byFirstWord.set(words[0]!, [...same, words])
  }
  const letters = new Map<string, string>()
  const shown = new Map<string, string>()

  function hide(text: string): string {
    let hidden = text
    for (const [pattern, instead] of PRIVATE) hidden = hidden.replace(pattern, instead)
    const matches = [...hidden.matchAll(WORD)]
    const words = matches.map(([word]) => keyOf(word))
    let result = ''
    let end = 0
    for (let i = 0; i < matches.length; i++) {
      const name = byFirstWord.get(words[i]!)?.find((name) => name.every((word, k) => words[i + k] === word))
      const key = name?.join(' ') ?? (meansSomebody(hidden, matches[i]!) ? alone.get(words[i]!) : undefined)
      if (key === undefined) continue
      const length = name?.length ?? 1
      const last = matches[i + length - 1]!
      const [from, to] = [matches[i]!.index, last.index + last[0].length]
      result += hidden.slice(end, from) + markFor(key, hidden.slice(from, to))
      end = to
      i += length - 1
    }
    return result + hidden.slice(end)
  }

  function meansSomebody(text: string, { 0: word, index }: RegExpExecArray): boolean {
    if (!isNameAlone(word)) return false
    return !ordinary.has(word.toLowerCase()) || !BEGINS.test(text.slice(Math.max(0, index - 8), index))
  }

  function markFor(key: string, written: string): string {
    const known = letters.get(key)
    if (known) return known
    const mark = `[person ${lettersOf(letters.size)}]`
    letters.set(key, mark)
    shown.set(mark, written)
    return mark
  }

  return { hide, show: (text) => text.replace(/\[person [A-Z]+\]/g, (mark) => shown.get(mark) ?? 'somebody') }
}

/** "Ben Marlow’s" matches as Ben Marlow; O’Brien is one word. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-](?!s(?![\p{L}\p{N}]))[\p{L}\p{M}\p{N}]+)*/gu

/** The word begins a sentence. */
const BEGINS = /(?:^|[.!?:;•\n])[^\p{L}\p{N}]*$/u

/** Capitalised, with a lower-case letter after it: ETA and VAL are not people. */
function isNameAlone(word: string): boolean {
  return /^\p{Lu}.*\p{Ll}/u.test(word) && word.length >= MIN_LENGTH_ALONE
}

const MIN_LENGTH_ALONE = 3

function wordsOf(name: string): string[] {
  return Array.from(name.matchAll(WORD), ([word]) => keyOf(word))
}

/** One spelling of a word: accents may be separate characters, and apostrophes straight or curly. */
function keyOf(word: string): string {
  return word.normalize().toLowerCase().replaceAll('’', "'")
}

/** A … Z, AA, AB … */
function lettersOf(n: number): string {
  const letter = String.fromCharCode(65 + (n % 26))
  return n < 26 ? letter : lettersOf(Math.floor(n / 26) - 1) + letter
}
