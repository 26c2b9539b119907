import type { Token } from './tokens.ts'

/** A period named by words, and the index of the token after it. */
export type Found = {
  from: string
  to: string
  end: number
  isYearless?: boolean
  isWeekday?: boolean
  isRolling?: boolean
}

/** Words before a date that do not change it. */
export const SILENT = new Set([
  'in',
  'during',
  'within',
  'over',
  'for',
  'on',
  'throughout',
  'of',
  'the',
  'at',
  'across',
])

export const OPENING = new Set([
  'since',
  'after',
  'before',
  'until',
  'till',
  'by',
  'from',
  'between',
  'up',
  'prior',
  'as',
  'starting',
  'through',
])

/** Base class of the date parsers: access to a question's words. */
export class DateWords {
  protected readonly tokens: readonly Token[]
  /** the office's day */
  protected readonly today: string

  constructor(tokens: readonly Token[], today: string) {
    this.tokens = tokens
    this.today = today
  }

  protected word(at: number): string {
    return this.tokens[at]?.word ?? ''
  }

  /** The index after any of these words. */
  protected past(at: number, words: ReadonlySet<string>): number {
    while (words.has(this.word(at))) at++
    return at
  }
}

export function yearIn(word: string): number | undefined {
  return /^(19|20)\d{2}$/.test(word) ? Number(word) : undefined
}

/** "in late October", "since early 2026": neither overdue nor on time. */
export function isPartOfTime(words: readonly string[], at: number, end: number): boolean {
  const isAfterPreposition = /^(in|since|from|until|till|before|after|by|of)$/.test(words[at - 1] ?? '')
  return isAfterPreposition && end === at + 1 && /^(early|late)$/.test(words[at]!)
}
