import type { Lexicon } from '../grammar/lexicon.ts'
import type { Meaning } from '../grammar/meaning.ts'
import { type Unit, unitOf } from './calendar.ts'
import { type Period, periodAt } from './dates.ts'
import { numberIn, type Token } from './tokens.ts'

/** A run of tokens with its possible meanings. A rule that uses one marks it, so that the rest can be named as left out. */
export interface Slot {
  at: number
  end: number
  meanings: readonly Meaning[]
  period?: Period
  /** people that a name may refer to */
  people?: { ids: string[]; name: string }
  /** "two weeks" */
  quantity?: { count: number; unit: Unit; days: number }
  number?: number
  isUsed: boolean
}

export type Kind = Meaning['kind']

/** Recognises names; the lexicon recognises everything else. */
export interface PeopleReader {
  at(tokens: readonly Token[], at: number): { ids: string[]; name: string; end: number } | undefined
}

const DAYS_IN: Record<Unit, number> = { day: 1, week: 7, month: 30, quarter: 91, year: 365 }

export class Slots {
  readonly tokens: readonly Token[]
  readonly all: Slot[] = []
  /** the office's day */
  readonly today: string
  /** keys of the office's departments, in its order */
  readonly departments: readonly string[]

  constructor(tokens: readonly Token[], lexicon: Lexicon, people: PeopleReader, today: string) {
    this.tokens = tokens
    this.today = today
    this.departments = lexicon.departments
    const source = { tokens, words: tokens.map(({ word }) => word), lexicon, people, today }
    for (let at = 0; at < tokens.length;) {
      const slot = slotAt(source, at)
      if (slot) this.all.push(slot)
      at = slot ? slot.end : at + 1
    }
  }

  add(slot: Slot): void {
    this.all.push(slot)
    this.all.sort((one, other) => one.at - other.at)
  }

  /** All slots with this kind of meaning, in order. */
  *of<K extends Kind>(kind: K): Generator<{ slot: Slot; meaning: Extract<Meaning, { kind: K }> }> {
    for (const slot of this.all) {
      const meaning = meaningOf(slot, kind)
      if (meaning) yield { slot, meaning }
    }
  }

  first<K extends Kind>(kind: K): { slot: Slot; meaning: Extract<Meaning, { kind: K }> } | undefined {
    return this.of(kind).next().value ?? undefined
  }

  has<K extends Kind>(kind: K, isMeant: (meaning: Extract<Meaning, { kind: K }>) => boolean = () => true): boolean {
    return [...this.of(kind)].some(({ meaning }) => isMeant(meaning))
  }

  /** Marks all slots with this kind of meaning as used. */
  claim(...kinds: Kind[]): void {
    for (const kind of kinds) for (const { slot } of this.of(kind)) slot.isUsed = true
  }

  word(at: number): string {
    return this.tokens[at]?.word ?? ''
  }

  /** The words from one token up to another, joined by spaces; the whole question without arguments. */
  words(at = 0, end?: number): string {
    return this.tokens
      .slice(at, end)
      .map(({ word }) => word)
      .join(' ')
  }

  /** The words between two tokens, as typed. */
  text(at: number, end: number, question: string): string {
    const [first, last] = [this.tokens[at], this.tokens[end - 1]]
    return first && last ? question.slice(first.start, last.end) : ''
  }
}

export function meaningOf<K extends Kind>(slot: Slot, kind: K): Extract<Meaning, { kind: K }> | undefined {
  return slot.meanings.find((meaning): meaning is Extract<Meaning, { kind: K }> => meaning.kind === kind)
}

/** A question's tokens and the recognisers. */
interface Source {
  tokens: readonly Token[]
  words: readonly string[]
  lexicon: Lexicon
  people: PeopleReader
  today: string
}

/** The longest match at a token: a date, a person, a quantity or a phrase of the grammar. */
function slotAt(source: Source, at: number): Slot | undefined {
  const { tokens, people, today } = source
  const known = phraseAt(source, at)
  const phrase = isDepartmentIt(tokens, at) && (known?.end ?? 0) <= at + 1 ? { end: at + 1, meanings: IT } : known
  const period = periodAt(tokens, at, today)
  const person = people.at(tokens, at)
  const quantity = quantityAt(tokens, at)
  const longest = Math.max(phrase?.end ?? 0, period?.end ?? 0, person?.end ?? 0, quantity?.end ?? 0)
  if (longest === 0) return undefined
  const slot = { at, end: longest, meanings: [], isUsed: false }
  if (period?.end === longest) return { ...slot, period }
  if (person?.end === longest) return { ...slot, people: person }
  if (quantity && quantity.end === longest)
    return quantity.unit
      ? {
          ...slot,
          quantity: { count: quantity.count, unit: quantity.unit, days: quantity.count * DAYS_IN[quantity.unit] },
        }
      : { ...slot, meanings: phrase?.end === longest ? phrase.meanings : [], number: quantity.count }
  return { ...slot, meanings: phrase!.meanings }
}

const IT: readonly Meaning[] = [{ kind: 'department', department: ['it'] }]
const OTHER_DEPARTMENTS = /^(data|security|cybersecurity|operations|ops|compliance)$/

/** "IT" is a department; "it" only in a position where nothing else is possible. */
function isDepartmentIt(tokens: readonly Token[], at: number): boolean {
  const { word, text } = tokens[at]!
  if (word !== 'it') return false
  if (/^IT\b/.test(text)) return true
  // "with “release note” in it", "with the word permit in it"
  if (tokens.slice(0, at).some(({ word }) => /^(?:“|(?:words?|phrases?|terms?)$)/.test(word))) return false
  const [before, after] = [tokens[at - 1]?.word ?? '', tokens[at + 1]?.word ?? '']
  const isAlso = /^(for|in|at|from)$/.test(before) && /^(and|or|,)$/.test(tokens[at - 2]?.word ?? '')
  const isPlace = /^(in|without|except|excluding)$/.test(before) && !/^(is|was|that|has|will)$/.test(after)
  const isJoined = /^(and|or|vs|versus|,|with|than|to)$/
  return (
    isPlace ||
    (isAlso && tokens.some(({ word }, i) => i < at && OTHER_DEPARTMENTS.test(word))) ||
    (isJoined.test(after) && OTHER_DEPARTMENTS.test(tokens[at + 2]?.word ?? '')) ||
    (isJoined.test(before) && OTHER_DEPARTMENTS.test(tokens[at - 2]?.word ?? ''))
  )
}

/** The longest phrase that does not cut into a following date ("due next | week") or comparison ("longer | than 60 days"). */
function phraseAt({ tokens, words, lexicon, people, today }: Source, at: number) {
  return lexicon.at(words, at).find(({ end, meanings }) => {
    if (
      meanings.some(({ kind }) => kind === 'unassigned') &&
      (isNamed(tokens, end, people) || (words[end] === 'to' && isNamed(tokens, end + 1, people)))
    )
      return false
    // "are assigned to Elena", but not "are assigned to each person": not to just anybody.
    const isToSome = words[end] === 'to' && !/^(each|every|everyone|everybody|whom?)$/.test(words[end + 1] ?? '')
    if (meanings.some(({ kind }) => kind === 'assigned') && isToSome) return false
    if (
      words[end] === 'than' &&
      quantityAt(tokens, end + 1)?.unit &&
      meanings.every(({ kind }) => kind === 'order' || kind === 'sort')
    )
      return false
    for (let inner = at + 1; inner < end; inner++) {
      const period = periodAt(tokens, inner, today)
      if (period && period.end > end && !/^(for|since|in|of|through)$/.test(words[inner]!)) return false
    }
    return true
  })
}

function isNamed(tokens: readonly Token[], at: number, people: PeopleReader): boolean {
  const word = tokens[at]?.word
  return word !== undefined && (word === 'me' || people.at(tokens, at) !== undefined)
}

/** "three", "10 days", "a week". */
function quantityAt(tokens: readonly Token[], at: number): { count: number; unit?: Unit; end: number } | undefined {
  const word = tokens[at]?.word
  if (word === undefined) return undefined
  const year = word === 'half' ? at + (tokens[at + 1]?.word === 'a' ? 2 : 1) : at
  if (year > at && tokens[year]?.word === 'year') return { count: 6, unit: 'month', end: year + 1 }
  const isArticle = word === 'a' || word === 'an'
  const named = numberIn(tokens[isArticle ? at + 1 : at]?.word)
  let end = isArticle && named !== undefined ? at + 2 : at + 1
  if (named === undefined && !isArticle) return undefined
  if (isArticle && named === undefined) {
    const unit = unitOf(tokens[at + 1]?.word)
    return unit && !tokens[at + 1]!.word.endsWith('s') ? { count: 1, unit, end: at + 2 } : undefined
  }
  if (tokens[end]?.word === 'of') end++
  if (/^(calendar|working|business|full|whole)$/.test(tokens[end]?.word ?? '')) end++
  const unit = unitOf(tokens[end]?.word)
  return unit ? { count: named!, unit, end: end + 1 } : { count: named!, end: isArticle ? at + 2 : at + 1 }
}
