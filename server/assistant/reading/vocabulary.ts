import { startingCorpus, startingQuestions } from '../../../engine/corpus/corpus.ts'
import { type Departments, FIRST_DEPARTMENTS } from '../../../shared/departments.ts'
import { COMMAND_ENTRIES } from '../grammar/commands.ts'
import { PLAIN_WORDS } from '../grammar/plain-words.ts'
import { type Lexicon, grammarLexicon } from '../grammar/lexicon.ts'
import { GuideSubjects, wordsOf } from './guide-subjects.ts'
import { tokensOf } from './tokens.ts'

const DATE_WORDS =
  'today yesterday tomorrow week weeks month months quarter quarters year years day days monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december since before after until between weekend ago hours'.split(
    ' ',
  )

/** The grammar's phrases, the words that typos are corrected to, and ordinary words, which are never typos. */
export class Vocabulary {
  readonly lexicon: Lexicon
  readonly #known: ReadonlySet<string>
  /** words that typos are corrected to, with equal weights */
  readonly #correctable: ReadonlyMap<string, number>
  /** the same with the names of people: a message is read many times */
  readonly #withNames = new WeakMap<ReadonlySet<string>, ReadonlyMap<string, number>>()
  readonly subjects: GuideSubjects

  constructor(departments: Departments = FIRST_DEPARTMENTS) {
    this.lexicon = grammarLexicon(departments.keys)
    for (const { key, name } of departments.all) addDepartment(this.lexicon, key, name)
    const questions = startingQuestions()
    this.subjects = new GuideSubjects(questions, (word) => this.isWord(word))
    const texts = [
      ...questions.map(({ text }) => text),
      ...startingCorpus().flatMap(({ title, description }) => [title, description]),
    ]
    this.#known = new Set([...this.lexicon.words, ...DATE_WORDS, ...texts.flatMap(wordsOf)])
    const orders = new Set(COMMAND_ENTRIES.flatMap(([, phrases]) => phrases.split(/[; ]+/)))
    this.#correctable = new Map(
      [...this.lexicon.words, ...DATE_WORDS]
        .filter(
          (word) => word.length > 3 && !orders.has(word) && (!PLAIN_WORDS.has(word) || ASKING_WORDS.includes(word)),
        )
        .map((word) => [word, 1]),
    )
  }

  isWord(word: string): boolean {
    return this.#known.has(word)
  }

  /** Whether a word has its own meaning, so that it isn't taken for a name by itself. */
  isGrammarWord(word: string): boolean {
    return this.lexicon.words.has(word) || DATE_WORDS.includes(word)
  }

  /** @param names of people, in which typos are corrected, too */
  correctable(names: ReadonlySet<string>): ReadonlyMap<string, number> {
    const known = this.#withNames.get(names)
    if (known) return known
    const all = new Map([...this.#correctable, ...[...names].map((name) => [name, 2] as const)])
    this.#withNames.set(names, all)
    return all
  }
}

/** Function words that are corrected, too: misspelt, they would leave a question unread. */
const ASKING_WORDS = [
  'which',
  'what',
  'where',
  'when',
  'were',
  'have',
  'from',
  'with',
  'their',
  'there',
  'many',
  'please',
  'give',
  'show',
  'tell',
  'list',
  'number',
]

/** A name that is an ordinary word or has another meaning is recognised only with "department" after it. */
function addDepartment(lexicon: Lexicon, key: string, name: string): void {
  const words = tokensOf(name).map(({ word }) => word)
  const phrase = words.join(' ')
  if (phrase === '') return
  const known = lexicon.at(words, 0).find(({ end }) => end === words.length)
  const saysOther = known?.meanings.every(({ kind }) => kind !== 'department') ?? false
  if (!PLAIN_WORDS.has(phrase) && !saysOther) lexicon.addFirst(phrase, { kind: 'department', department: [key] })
  for (const noun of ['department', 'team', 'unit', 'dept']) {
    lexicon.addFirst(`${phrase} ${noun}`, { kind: 'department', department: [key] })
  }
}
