import { fold } from '../../../shared/fold.ts'
import type { Token } from './tokens.ts'

export interface Named {
  id: string
  first_name: string
  last_name: string
}

const TITLES = /^(mr|mrs|ms|miss|dr|colleague|prof)$/

/** The people visible to the asker, by first, last and full name. */
export class People {
  readonly #byFull = new Map<string, Named[]>()
  readonly #byPart = new Map<string, Named[]>()
  /** words of names, for the correction of typos */
  readonly words: ReadonlySet<string>
  readonly #isPlainWord: (word: string) => boolean

  /** @param isPlainWord whether a word has another meaning; it then counts as a name only if capitalised */
  constructor(people: readonly Named[], isPlainWord: (word: string) => boolean) {
    this.#isPlainWord = isPlainWord
    for (const person of people) {
      const [first, last] = [partsOf(person.first_name), partsOf(person.last_name)]
      push(this.#byFull, [...first, ...last].join(' '), person)
      push(this.#byFull, [...last, ...first].join(' '), person)
      for (const part of new Set([first.join(' '), last.join(' ')]))
        if (part.length > 1) push(this.#byPart, part, person)
    }
    this.words = new Set([...this.#byPart.keys()].flatMap((name) => name.split(' ')).filter((word) => word.length > 3))
  }

  at(tokens: readonly Token[], at: number): { ids: string[]; name: string; end: number } | undefined {
    if (TITLES.test(tokens[at]!.word)) {
      const named = this.#from(tokens, at + 1)
      return named && !TITLES.test(tokens[at + 1]!.word) ? named : undefined
    }
    return this.#from(tokens, at)
  }

  #from(tokens: readonly Token[], at: number): { ids: string[]; name: string; end: number } | undefined {
    for (let length = Math.min(5, tokens.length - at); length > 0; length--) {
      const words = tokens.slice(at, at + length).map(({ word }) => word)
      const name = words.join(' ')
      const meant = (length > 1 ? this.#byFull.get(name) : undefined) ?? this.#byPart.get(name)
      if (!meant) continue
      if (length === 1 && this.#isPlainWord(name) && !isCapital(tokens, at)) continue
      const hasTail = tokens[at + length]?.word === "'s"
      return { ids: [...new Set(meant.map(({ id }) => id))], name, end: at + length + (hasTail ? 1 : 0) }
    }
    return undefined
  }
}

/** A capital letter is significant only within a sentence, not at its beginning. */
function isCapital(tokens: readonly Token[], at: number): boolean {
  return at > 0 && /^\p{Lu}\p{Ll}/u.test(tokens[at]!.text)
}

function partsOf(name: string): string[] {
  return fold(name)
    .split(/[^\p{L}\p{M}\d]+/u)
    .filter(Boolean)
}

function push(map: Map<string, Named[]>, key: string, person: Named): void {
  const list = map.get(key)
  if (list) list.push(person)
  else map.set(key, [person])
}
