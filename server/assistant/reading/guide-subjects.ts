import { fold } from '../../../shared/fold.ts'
import { editDistance } from '../../requests/list/spelling.ts'
import { PLAIN_WORDS } from '../grammar/plain-words.ts'

/** The subjects of the guide, by the words of their known questions. */
export class GuideSubjects {
  /** the words of all known questions, by their label */
  readonly #subjects: ReadonlyMap<string, ReadonlySet<string>>
  /** number of subjects in which each stem occurs (document frequency) */
  readonly #uses = new Map<string, number>()
  readonly #isWord: (word: string) => boolean

  /** @param isWord whether a word is known, so that it is not a typo */
  constructor(questions: readonly { label: string; text: string }[], isWord: (word: string) => boolean) {
    this.#isWord = isWord
    this.#subjects = new Map(
      [...Map.groupBy(questions, ({ label }) => label)].map(([label, some]) => [
        label,
        new Set(some.flatMap(({ text }) => wordsOf(text))),
      ]),
    )
    for (const words of this.#subjects.values())
      for (const stem of new Set([...words].map(stemOf))) this.#uses.set(stem, (this.#uses.get(stem) ?? 0) + 1)
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
    if (word.length < 5 || this.#isWord(word)) return false
    return [...subject].some((other) => editDistance(word, other, 1) !== null)
  }

  /** Inverse document frequency: a word of few subjects weighs the most, one of none even more. */
  #weightOf(stem: string): number {
    return Math.log((this.#subjects.size + 1) / Math.max(this.#uses.get(stem) ?? 0, 0.5))
  }
}

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
  const [, ...terms] = DEFINED.exec(fold(question)) ?? []
  const defined = terms.find((words) => words !== undefined)
  if (defined === undefined) return true
  const stems = new Set(wordsOf(text).map(stemOf))
  const words = wordsOf(defined).filter(saysSomething)
  if (words.length === 0) return !/\d/.test(defined)
  return words.filter((word) => stems.has(stemOf(word))).length * 2 >= words.length
}

export function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
}

/** Crude stemming: "rejected", "rejects" and "rejection" share a stem. */
function stemOf(word: string): string {
  return word.replace(/(?:ations?|ions?|ings?|ments?|ed|es|er|s|e)$/, '').slice(0, 6)
}
