import { COMMAND_ENTRIES } from './commands.ts'
import type { Entry, Meaning } from './meaning.ts'
import { NOUNS, PLAIN_WORDS } from './plain-words.ts'
import { GROUPS, MEASURES } from './questions.ts'
import { FRAMES } from './frames.ts'
import { RELATIONS } from './relations.ts'
import { ORDERS } from './orders.ts'
import { DEPARTMENTS, DUE, EVENTS, PEOPLE, PRIORITIES, TYPES } from './values.ts'
import { NEGATED_STATUSES, ORDERED_STATUSES, STATUSES } from './statuses.ts'

/** The complete grammar, used by parsing, help and tests. */
const GRAMMAR: readonly (readonly Entry[])[] = [
  STATUSES,
  NEGATED_STATUSES,
  ORDERED_STATUSES,
  PRIORITIES,
  DEPARTMENTS,
  TYPES,
  DUE,
  PEOPLE,
  EVENTS,
  MEASURES,
  GROUPS,
  ORDERS,
  RELATIONS,
  FRAMES,
  COMMAND_ENTRIES,
  NOUNS,
]

/** Most nodes have either further words or one meaning: missing fields take no memory. */
interface Node {
  next?: Map<string, Node>
  meanings?: Meaning[]
}

/** A trie of phrases by their words: a lookup takes one step for each word of the phrase. */
export class Lexicon {
  readonly #root: Node = {}
  /** every word of every phrase */
  readonly words = new Set<string>()
  /** keys of the office's departments, in its order */
  readonly departments: readonly string[]

  constructor(departments: readonly string[]) {
    this.departments = departments
  }

  /** Adds a meaning before the existing ones of the phrase. */
  addFirst(phrase: string, meaning: Meaning): void {
    const node = this.#nodeOf(phrase)
    node.meanings = [meaning, ...(node.meanings ?? [])]
  }

  add(phrase: string, meaning: Meaning): void {
    const node = this.#nodeOf(phrase)
    node.meanings = [...(node.meanings ?? []), meaning]
  }

  #nodeOf(phrase: string): Node {
    let node = this.#root
    for (const word of phrase.split(' ')) {
      this.words.add(word)
      node.next ??= new Map()
      let next = node.next.get(word)
      if (!next) node.next.set(word, (next = {}))
      node = next
    }
    return node
  }

  /** The phrases that begin at a word, longest first; `end` is the index after the phrase. */
  at(words: readonly string[], at: number): { end: number; meanings: readonly Meaning[] }[] {
    const matches: { end: number; meanings: readonly Meaning[] }[] = []
    let node: Node | undefined = this.#root
    for (let end = at; node && end < words.length; end++) {
      node = node.next?.get(words[end]!)
      if (node?.meanings) matches.unshift({ end: end + 1, meanings: node.meanings })
    }
    return matches
  }
}

/** Expands an entry: `(x)` with and without it, `a/b` with either. */
function phrasesOf(pattern: string): string[] {
  const optional = /\(([^()]*)\)/.exec(pattern)
  if (optional) {
    const [whole, inner] = optional
    return [pattern.replace(whole, inner!), pattern.replace(whole, '')].flatMap(phrasesOf)
  }
  const words = pattern.trim().split(/\s+/)
  const index = words.findIndex((word) => word.length > 1 && word.includes('/'))
  if (index < 0) return [words.join(' ')]
  return words[index]!.split('/').flatMap((word) => phrasesOf(words.with(index, word).join(' ')))
}

/** @param departments the office's keys, in its order; the caller adds their names */
export function grammarLexicon(departments: readonly string[]): Lexicon {
  const lexicon = new Lexicon(departments)
  for (const [meaning, pattern] of GRAMMAR.flat()) {
    const phrases = new Set(pattern.split(/;(?=\s|$)/).flatMap(phrasesOf))
    for (const phrase of phrases) if (phrase !== '') lexicon.add(phrase, meaning)
  }
  for (const word of PLAIN_WORDS) lexicon.words.add(word)
  return lexicon
}
