import type { Lexicon } from '../grammar/lexicon.ts'
import type { Meaning } from '../grammar/meaning.ts'
import { isPartOfTime } from './date-words.ts'
import { type Period, periodAt } from './dates.ts'
import type { Token } from './tokens.ts'
import { IT, isDepartmentIt } from './it-department.ts'
import type { People } from './people.ts'
import { countedAt, type Quantity } from './quantities.ts'

/** A run of tokens with its possible meanings. A rule that uses one marks it, so that the rest can be named as left out. */
export interface Slot {
  at: number
  end: number
  meanings: readonly Meaning[]
  period?: Period
  /** people that a name may refer to */
  people?: { ids: string[]; name: string }
  quantity?: Quantity
  number?: number
  isUsed: boolean
}

export type Kind = Meaning['kind']

export class Slots {
  readonly tokens: readonly Token[]
  readonly all: Slot[] = []
  /** the office's day */
  readonly today: string
  /** keys of the office's departments, in its order */
  readonly departments: readonly string[]

  constructor(tokens: readonly Token[], lexicon: Lexicon, people: People, today: string) {
    this.tokens = tokens
    this.today = today
    this.departments = lexicon.departments
    const source = { tokens, words: tokens.map(({ word }) => word), lexicon, people, today }
    for (let i = 0; i < tokens.length;) {
      const slot = slotAt(source, i)
      if (slot) this.all.push(slot)
      i = slot ? slot.end : i + 1
    }
  }

  add(slot: Slot): void {
    this.all.push(slot)
    this.all.sort((a, b) => a.at - b.at)
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
  people: People
  today: string
}

/** The longest match at a token: a date, a person, a quantity or a phrase of the grammar. */
function slotAt(source: Source, at: number): Slot | undefined {
  const { tokens, people, today } = source
  const known = phraseAt(source, at)
  const phrase = isDepartmentIt(tokens, at) && (known?.end ?? 0) <= at + 1 ? { end: at + 1, meanings: IT } : known
  const period = periodAt(tokens, at, today)
  const person = people.at(tokens, at)
  const counted = countedAt(tokens, at)
  const longest = Math.max(phrase?.end ?? 0, period?.end ?? 0, person?.end ?? 0, counted?.end ?? 0)
  if (longest === 0) return undefined
  const slot = { at, end: longest, meanings: [], isUsed: false }
  if (period?.end === longest) return { ...slot, period }
  if (person?.end === longest) return { ...slot, people: person }
  if (counted?.end === longest) {
    if ('quantity' in counted) return { ...slot, quantity: counted.quantity }
    return { ...slot, meanings: phrase?.end === longest ? phrase.meanings : [], number: counted.number }
  }
  return { ...slot, meanings: phrase!.meanings }
}

/** The longest phrase that does not cut into a following date ("due next | week") or comparison ("longer | than 60 days"). */
function phraseAt({ tokens, words, lexicon, people, today }: Source, at: number) {
  return lexicon.at(words, at).find(({ end, meanings }) => {
    if (
      meanings.some(({ kind }) => kind === 'unassigned') &&
      (isNamed(tokens, end, people) || (words[end] === 'to' && isNamed(tokens, end + 1, people)))
    )
      return false
    if (isPartOfTime(words, at, end) && periodAt(tokens, end, today)) return false
    // "are assigned to Elena", but not "are assigned to each person": not to just anybody.
    const isToSome = words[end] === 'to' && !/^(each|every|everyone|everybody|whom?)$/.test(words[end + 1] ?? '')
    if (meanings.some(({ kind }) => kind === 'assigned') && isToSome) return false
    const limit = words[end] === 'than' ? countedAt(tokens, end + 1) : undefined
    if (limit && 'quantity' in limit && meanings.every(({ kind }) => kind === 'order' || kind === 'sort')) return false
    for (let inner = at + 1; inner < end; inner++) {
      const period = periodAt(tokens, inner, today)
      if (period && period.end > end && !/^(for|since|in|of|through)$/.test(words[inner]!)) return false
    }
    return true
  })
}

function isNamed(tokens: readonly Token[], at: number, people: People): boolean {
  const word = tokens[at]?.word
  return word !== undefined && (word === 'me' || people.at(tokens, at) !== undefined)
}
