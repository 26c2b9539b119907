/**
 * Pattern language for phrases. A line of a phrase book is a sequence of words: `a|b` is either word, `word*` any ending,
 * `*ing` any beginning, `?word` is optional, `!word` must not follow, `.` is up to one word, `..` up to three and `...` up to
 * six, `#` a number and `#10` one of at least ten, `@name` a set of words. A line that begins with `-` excludes its words from
 * all others.
 */
interface Place {
  start: number
  end: number
}

export interface SpokenWord extends Place {
  text: string
  /** prefix, as the phrase books index stems */
  stem: string
  /** numeric value; −1 or NaN for other words */
  number: number
}

type Test = (word: SpokenWord) => boolean
interface Step {
  test: Test
  kind: 'word' | 'optional' | 'not'
  /** maximum number of words before it */
  gap: number
}

/** Minimum length of a stem in a phrase book. */
const STEM = 4
const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety hundred'.split(' ')
/** Negations and their contractions, normalised to one word. */
const SHORT: Record<string, string> = {
  cant: 'cannot',
  couldnt: 'cannot',
  wont: 'willnot',
  isnt: 'isnot',
  arent: 'isnot',
  wasnt: 'isnot',
  werent: 'isnot',
  doesnt: 'doesnot',
  dont: 'doesnot',
  didnt: 'doesnot',
  noone: 'nobody',
}
const BEFORE_NOT: Record<string, string> = {
  can: 'cannot',
  could: 'cannot',
  will: 'willnot',
  would: 'willnot',
  is: 'isnot',
  are: 'isnot',
  was: 'isnot',
  were: 'isnot',
  does: 'doesnot',
  do: 'doesnot',
  did: 'doesnot',
}
const WORDS =
  /\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d+(?:[.,]\d+)*(?:st|nd|rd|th)?|[\p{L}\p{M}]+(?:['’][\p{L}]+)*|[$€£]|[.!?;:]+|\n\s*(?:\n|[-*•])/gu

/** The sentences of a text as words, with their places. */
export function sentencesOf(text: string): SpokenWord[][] {
  const sentences: SpokenWord[][] = [[]]
  for (const { 0: raw, index: start } of text.matchAll(WORDS)) {
    if (/^[.!?;:\n]/.test(raw)) {
      if (sentences.at(-1)!.length > 0) sentences.push([])
      continue
    }
    pushWord(sentences.at(-1)!, raw, start)
  }
  return sentences
}

function pushWord(sentence: SpokenWord[], raw: string, start: number): void {
  const end = start + raw.length
  const before = sentence.at(-1)
  if (/^\d/.test(raw)) {
    const isDate = /^\d{4}-\d|^\d+[./]\d+[./]\d/.test(raw)
    sentence.push({ text: isDate ? '‹date›' : raw, stem: '', start, end, number: isDate ? NaN : valueOf(raw) })
    return
  }
  const plain = raw.toLowerCase().replace(/['’]/g, '')
  const text = SHORT[plain] ?? raw.toLowerCase().replace(/['’].*$/, '')
  if (before && text === 'not' && BEFORE_NOT[before.text]) {
    before.text = BEFORE_NOT[before.text]!
    before.end = end
  } else if (before?.text === 'no' && text === 'one') {
    before.text = 'nobody'
    before.end = end
  } else sentence.push({ text, stem: text.slice(0, STEM), start, end, number: numberOf(text) })
}

/** −1 for other words. */
function numberOf(word: string): number {
  const ten = TENS.indexOf(word)
  return ten >= 0 ? 10 * (ten + 2) : NUMBER_WORDS.indexOf(word)
}

function valueOf(raw: string): number {
  const digits = raw.replace(/(?:st|nd|rd|th)$/, '')
  return Number(/^\d{1,3}(?:[.,]\d{3})+$/.test(digits) ? digits.replace(/[.,]/g, '') : digits.replace(',', '.'))
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
