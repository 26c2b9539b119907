import { startingCorpus, startingQuestions } from '../../../engine/corpus/corpus.ts'
import { fold } from '../../../shared/fold.ts'
import { COMMAND_ENTRIES } from '../grammar/commands.ts'
import { PLAIN_WORDS } from '../grammar/plain-words.ts'
import { type Lexicon, grammarLexicon } from '../grammar/lexicon.ts'

const DATE_WORDS =
  'today yesterday tomorrow week weeks month months quarter quarters year years day days monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december since before after until between weekend ago hours'.split(
    ' ',
  )

/** The grammar's phrases, the words in which slips are forgiven, and those that anybody uses and that are therefore no slips. */
export class Vocabulary {
  readonly lexicon: Lexicon = grammarLexicon()
  readonly #known: ReadonlySet<string>
  /** words that slips are corrected to; each counts the same */
  readonly #correctable: ReadonlyMap<string, number>

  constructor() {
    const texts = [
      ...startingQuestions().map(({ text }) => text),
      ...startingCorpus().flatMap(({ title, description }) => [title, description]),
    ]
    this.#known = new Set([
      ...this.lexicon.words,
      ...DATE_WORDS,
      ...texts.flatMap((text) => fold(text).split(/[^\p{L}]+/u)),
    ])
    const orders = new Set(COMMAND_ENTRIES.flatMap(([, phrases]) => phrases.split(/[; ]+/)))
    this.#correctable = new Map(
      [...this.lexicon.words, ...DATE_WORDS]
        .filter((word) => word.length > 3 && !orders.has(word) && !PLAIN_WORDS.has(word))
        .map((word) => [word, 1]),
    )
  }

  isWord(word: string): boolean {
    return this.#known.has(word)
  }

  /** A word with a meaning of its own, so that it isn't taken for a name by itself. */
  isGrammarWord(word: string): boolean {
    return this.lexicon.words.has(word) || DATE_WORDS.includes(word)
  }

  /** @param names of people, which are forgiven slips too */
  correctable(names: ReadonlySet<string>): ReadonlyMap<string, number> {
    return new Map([...this.#correctable, ...[...names].map((name) => [name, 2] as const)])
  }
}
