import { startingCorpus, startingQuestions } from '../../../engine/corpus/corpus.ts'
import { type Departments, FIRST_DEPARTMENTS } from '../../../shared/departments.ts'
import { fold } from '../../../shared/fold.ts'
import { COMMAND_ENTRIES } from '../grammar/commands.ts'
import { PLAIN_WORDS } from '../grammar/plain-words.ts'
import { type Lexicon, grammarLexicon } from '../grammar/lexicon.ts'
import { editDistance } from '../../requests/list/spelling.ts'
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
  /** the words of all known questions, by their label */
  readonly #subjects: ReadonlyMap<string, ReadonlySet<string>>
  /** number of subjects in which each stem occurs (document frequency) */
  readonly #uses = new Map<string, number>()

  constructor(departments: Departments = FIRST_DEPARTMENTS) {
    this.lexicon = grammarLexicon(departments.keys)
    for (const { key, name } of departments.all) addDepartment(this.lexicon, key, name)
    const questions = startingQuestions()
    this.#subjects = new Map(
      [...Map.groupBy(questions, ({ label }) => label)].map(([label, some]) => [
        label,
        new Set(some.flatMap(({ text }) => wordsOf(text))),
      ]),
    )
    for (const words of this.#subjects.values())
      for (const stem of new Set([...words].map(stemOf))) this.#uses.set(stem, (this.#uses.get(stem) ?? 0) + 1)
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

  /**
   * How much of a question a guide's subject covers: the share of its content words, weighted by their rarity among the
   * subjects, and slightly lower for few words. 0 where the subject doesn't know the wanted action ("how do I delete …").
   * @param label of the known questions
   * @param text of the guide
   */
  coverageOf(question: string, label: string, text: string): number {
    const subject = new Set([...(this.#subjects.get(label) ?? []), ...wordsOf(text)])
    const known = new Set([...subject].map(stemOf))
    const isFamiliar = (word: string) => known.has(stemOf(word)) || this.#isTypoOf(word, subject)
    const verb = WANTED.exec(fold(question))?.[1]
    if (verb !== undefined && !isFamiliar(verb)) return 0
    if (!explains(question, text)) return 0
    const words = wordsOf(question).filter((word) => saysSomething(word) && !REQUESTS.test(word))
    if (words.some((word) => SUBJECTS.has(word) && !isFamiliar(word))) return 0
    const weightOf = (some: readonly string[]) => some.reduce((sum, word) => sum + this.#weightOf(stemOf(word)), 0)
    return words.length === 0 ? UNSAID : weightOf(words.filter(isFamiliar)) / (weightOf(words) + DOUBT)
  }

  /** "pasword": an unknown word with an edit distance of one to a word of the subject. */
  #isTypoOf(word: string, subject: ReadonlySet<string>): boolean {
    if (word.length < 5 || this.isWord(word)) return false
    return [...subject].some((other) => editDistance(word, other, 1) !== null)
  }

  /** Inverse document frequency: a word of few subjects weighs the most, one of none even more. */
  #weightOf(stem: string): number {
    return Math.log((this.#subjects.size + 1) / Math.max(this.#uses.get(stem) ?? 0, 0.5))
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

/** Smoothing: lowers the coverage of questions with few content words, such as "the usual". */
const DOUBT = 1

/** Coverage of a question without any content word: "who did what". */
const UNSAID = 0.5

/** Words of every guide text, which do not count. */
const REQUESTS = /^(?:requests?|rfds?|tickets?)$/

/** "How do I sort …", "can I get …", "where do I click to …": captures the verb of the wanted action. */
const WANTED =
  /^\W*(?:(?:(?:how|where|when) )?(?:do|does|can|could|may|should) (?:i|we|you|one)|who (?:can|could|may|should)|(?:how|where|is it possible) to) (?:(?:also|still|just) )?(?:(?:click|press|go|have|need) to )?(\p{L}+)/u

/** Plain words in questions about requests that are the subject of questions about the product. */
const SUBJECTS = new Set(['ai', 'assistant', 'bot', 'app', 'report', 'reports', 'office', 'admin', 'tool'])

function saysSomething(word: string): boolean {
  return word.length > 1 && (!PLAIN_WORDS.has(word) || SUBJECTS.has(word))
}

/** "What does … mean", "what is …": captures the term to be explained. */
const DEFINED =
  /^\W*what (?:(?:does|do) (.+) (?:mean|means|stand for)\b|is (?:an? )?(\p{L}+)\W*$)|^\W*(?:define|meaning of) (.+)/u

/** Whether the text has at least half of the words that a question wants explained; true for any other question. */
function explains(question: string, text: string): boolean {
  const [, ...found] = DEFINED.exec(fold(question)) ?? []
  const defined = found.find((words) => words !== undefined)
  if (defined === undefined) return true
  const said = new Set(wordsOf(text).map(stemOf))
  const words = wordsOf(defined).filter(saysSomething)
  if (words.length === 0) return !/\d/.test(defined)
  return words.filter((word) => said.has(stemOf(word))).length * 2 >= words.length
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
}

/** Crude stemming: "rejected", "rejects" and "rejection" share a stem. */
function stemOf(word: string): string {
  return word.replace(/(?:ations?|ions?|ings?|ments?|ed|es|er|s|e)$/, '').slice(0, 6)
}

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

/** Cache of the office's vocabulary, rebuilt when its departments change. */
export class OfficeVocabulary {
  #departments = FIRST_DEPARTMENTS
  #vocabulary = new Vocabulary()

  of(departments: Departments): Vocabulary {
    const isSame = JSON.stringify(departments.all) === JSON.stringify(this.#departments.all)
    if (!isSame) {
      this.#departments = departments
      this.#vocabulary = new Vocabulary(departments)
    }
    return this.#vocabulary
  }
}
