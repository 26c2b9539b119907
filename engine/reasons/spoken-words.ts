/** A word of a sentence as the phrase books compare it, with its place in the text. */
export interface SpokenWord {
  start: number
  end: number
  text: string
  /** prefix, as the phrase books index stems */
  stem: string
  /** numeric value; −1 or NaN for other words */
  number: number
}

/** Minimum length of a stem in a phrase book. */
export const STEM = 4
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
