import { STEM, type SpokenWord } from './spoken-words.ts'

/**
 * Pattern language for phrases. A line of a phrase book is a sequence of words: `a|b` is either word, `word*` any ending,
 * `*ing` any beginning, `?word` is optional, `!word` must not follow, `.` is up to one word, `..` up to three and `...` up to
 * six, `#` a number and `#10` one of at least ten, `@name` a set of words. A line that begins with `-` excludes its words from
 * all others.
 */
type Test = (word: SpokenWord) => boolean
interface Step {
  test: Test
  kind: 'word' | 'optional' | 'not'
  /** maximum number of words before it */
  gap: number
}

/** Phrases with the same meaning. */
export class PhraseBook {
  private readonly phrases = new FirstWords()
  private readonly vetoes = new FirstWords()

  constructor(lines: string, sets: Record<string, string> = {}) {
    for (const line of lines.split('\n').map((raw) => raw.trim())) {
      if (line === '') continue
      const isVeto = line.startsWith('-')
      const written = isVeto ? line.slice(1).trim() : line
      const parts = written.replace(/@(\w+)/g, (_, name: string) => sets[name]!).split(/\s+/)
      ;(isVeto ? this.vetoes : this.phrases).add(parts[0]!, stepsOf(parts))
    }
  }

  /** The first match in a sentence, as indices of its first and last word. */
  find(sentence: readonly SpokenWord[]): { first: number; last: number } | null {
    for (let first = 0; first < sentence.length; first++) {
      const taken = this.vetoes.longest(sentence, first)
      if (taken >= 0) {
        first = taken
        continue
      }
      const last = this.phrases.longest(sentence, first)
      if (last >= 0) return { first, last }
    }
    return null
  }
}

/** Phrases indexed by the words that they can begin with. */
class FirstWords {
  private readonly byWord = new Map<string, Step[][]>()
  private readonly byStem = new Map<string, Step[][]>()
  private readonly others: Step[][] = []

  add(first: string, steps: Step[]): void {
    const keys = new Set(first.split('|'))
    for (const word of keys) {
      if (/^[#*]/.test(word)) this.others.push(steps)
      else if (word.endsWith('*')) push(this.byStem, word.slice(0, STEM), steps)
      else push(this.byWord, word, steps)
    }
  }

  /** @returns index of the end of the longest phrase that begins with this word, −1 when there is none */
  longest(sentence: readonly SpokenWord[], at: number): number {
    const { text, stem } = sentence[at]!
    let last = -1
    for (const list of [this.byWord.get(text), this.byStem.get(stem), this.others]) {
      if (list) for (const steps of list) last = Math.max(last, match(steps, sentence, at))
    }
    return last
  }
}

function push(map: Map<string, Step[][]>, key: string, steps: Step[]): void {
  const known = map.get(key)
  if (known) known.push(steps)
  else map.set(key, [steps])
}

const GAPS = [1, 3, 6]

function stepsOf(parts: readonly string[]): Step[] {
  const steps: Step[] = []
  let gap = 0
  for (const part of parts) {
    if (/^\.+$/.test(part)) {
      gap = GAPS[part.length - 1]!
      continue
    }
    const kind = part.startsWith('?') ? 'optional' : part.startsWith('!') ? 'not' : 'word'
    steps.push({ test: anyOf((kind === 'word' ? part : part.slice(1)).split('|')), kind, gap })
    gap = 0
  }
  return steps
}

function anyOf(alternatives: readonly string[]): Test {
  const plain = new Set(alternatives.filter((written) => !/[#*]/.test(written)))
  const others = alternatives.filter((written) => /[#*]/.test(written)).map(testOf)
  if (others.length === 0) return ({ text }) => plain.has(text)
  return (word) => plain.has(word.text) || others.some((test) => test(word))
}

function testOf(written: string): Test {
  if (written.startsWith('#')) {
    const least = Number(written.slice(1) || 0)
    // A year is not a quantity.
    return ({ text, number }) => number >= least && !(least > 1 && /^(?:19|20)\d\d$/.test(text))
  }
  if (written.endsWith('*')) {
    const stem = written.slice(0, -1)
    return ({ text }) => text.startsWith(stem)
  }
  const ending = written.slice(1)
  return ({ text }) => text.length > ending.length + 1 && text.endsWith(ending)
}

/** @returns index of the last word, −1 when the phrase does not match here */
function match(steps: readonly Step[], words: readonly SpokenWord[], at: number, step = 0): number {
  if (step === steps.length) return at - 1
  const { test, kind, gap } = steps[step]!
  if (kind === 'not') return at < words.length && test(words[at]!) ? -1 : match(steps, words, at, step + 1)
  for (let skip = 0; skip <= gap && at + skip < words.length; skip++) {
    if (!test(words[at + skip]!)) continue
    const last = match(steps, words, at + skip + 1, step + 1)
    if (last >= 0) return last
  }
  return kind === 'optional' ? match(steps, words, at, step + 1) : -1
}
