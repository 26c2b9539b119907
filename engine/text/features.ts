import type { Bag } from './bag.ts'
import { tokenize, type Token } from './text.ts'
import { hash, pair } from './hash.ts'

/** The input of the features: hashed into two views that are weighted separately. */
export interface Draft {
  title: string
  description: string
  /** facts besides the text, one feature each: `department=it`, a group, a signal */
  facts?: readonly string[]
  /** facts that count like words repeated `FACT_REPEATS` times: a few signals of urgency among hundreds of words */
  boostedFacts?: readonly string[]
}

export interface FeatureOptions {
  /** maximum words of the description */
  words: number
  /** maximum words of the description that are also read as character n-grams */
  characterWords: number
  /** pairs of non-adjacent words: for short texts, where word order varies */
  loosePairs: boolean
}
export const FULL: FeatureOptions = { words: 500, characterWords: 120, loosePairs: false }

/** The more rows, the less of each text is read: the memory stays below 1 GB and little is lost. */
export function featuresFor(rows: number): FeatureOptions {
  const within = (least: number, most: number, value: number) => Math.round(Math.min(most, Math.max(least, value)))
  return {
    ...FULL,
    words: within(60, FULL.words, 8_000_000 / rows),
    characterWords: within(4, FULL.characterWords, 600_000 / rows),
  }
}

/** On our own texts it improves the accuracy and macro-F1 of the priority by 0.03; ten times as much brings no more. */
const FACT_REPEATS = 20

const TITLE_WORD = hash('title')
const TITLE_PAIR = hash('title pair')
const PAIR = hash('pair')
const LOOSE = hash('loose')
const CODE = hash('code')
const FACT = hash('fact')
const CHARACTERS = hash('characters')
const TITLE_CHARACTERS = hash('title characters')

/** One feature and the tokens it comes from; title tokens are counted from 0, the description's from `titleTokens` on. */
export type Visit = (key: number, first: number, last: number) => void

/**
 * Word view: words and bigrams; title words count both as general words and as title words, because a word in the title says
 * more than the same word in the description.
 */
export function visitWords(title: Token[], body: Token[], options: FeatureOptions, visit: Visit): void {
  visitRun(title, 0, visit, TITLE_WORD, TITLE_PAIR)
  visitRun(title, 0, visit, 0, PAIR)
  visitRun(body, title.length, visit, 0, PAIR)
  if (options.loosePairs) visitLoosePairs(title.concat(body), visit)
}

function visitRun(tokens: Token[], offset: number, visit: Visit, single: number, double: number): void {
  let previous = 0
  let before = -1
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    const key = hash(token.text)
    if (token.kind === 'code') {
      visit(pair(CODE, key), offset + i, offset + i)
      continue
    }
    visit(single === 0 ? key : pair(single, key), offset + i, offset + i)
    if (before >= 0) visit(pair(double, pair(previous, key)), offset + before, offset + i)
    previous = key
    before = i
  }
}

function visitLoosePairs(tokens: Token[], visit: Visit): void {
  const end = Math.min(tokens.length, 40)
  for (let i = 0; i < end; i++) {
    for (let j = i + 2; j < Math.min(end, i + 6); j++) {
      const [a, b] = [hash(tokens[i]!.text), hash(tokens[j]!.text)]
      if (a !== b) visit(pair(LOOSE, a < b ? pair(a, b) : pair(b, a)), i, j)
    }
  }
}

/**
 * Character view: 3- to 5-grams inside each word with its boundaries marked, so that inflections, typing errors and compounds
 * match.
 */
export function visitCharacters(title: Token[], body: Token[], options: FeatureOptions, visit: Visit): void {
  for (let i = 0; i < title.length; i++) {
    visitGrams(title[i]!, i, TITLE_CHARACTERS, visit)
    visitGrams(title[i]!, i, CHARACTERS, visit)
  }
  const end = Math.min(body.length, options.characterWords)
  for (let i = 0; i < end; i++) visitGrams(body[i]!, title.length + i, CHARACTERS, visit)
}

function visitGrams(token: Token, at: number, seed: number, visit: Visit): void {
  if (token.kind !== 'word') return
  const word = ` ${token.text} `
  for (let start = 0; start + 3 <= word.length; start++) {
    let key = seed
    for (let length = 1; length <= 5 && start + length <= word.length; length++) {
      key = Math.imul(key ^ word.charCodeAt(start + length - 1), 0x01000193)
      // The length is hashed as well: without it only luck would separate "abc" from a prefix of "abcd".
      if (length >= 3) visit(pair(key >>> 0, length), at, at)
    }
  }
}

/** Fills the bags (cleared first) with the features of one draft. */
export function readDraft(draft: Draft, options: FeatureOptions, words: Bag, characters: Bag | null): void {
  const title = tokenize(draft.title, 200)
  const body = tokenize(draft.description, options.words)
  words.clear()
  visitWords(title, body, options, (key) => words.add(key))
  for (const fact of draft.facts ?? []) words.add(pair(FACT, hash(fact)))
  for (const fact of draft.boostedFacts ?? []) words.add(pair(FACT, hash(fact)), FACT_REPEATS)
  words.add(pair(FACT, hash(`length ${Math.min(8, Math.floor(Math.log2(body.length + 1)))}`)))
  if (characters) {
    characters.clear()
    visitCharacters(title, body, options, (key) => characters.add(key))
  }
}
