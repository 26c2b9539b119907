import { isFunctionWord } from '../../../engine/text/function-words.ts'
import { fold } from '../../../shared/fold.ts'
import { withoutGenitive, type DocumentQuestion } from './document-question.ts'
import { kindOf } from './kinds.ts'
import { ASKING, NAMING, SAYING } from './document-intents.ts'

/** Words of asking, without content. */
const FRAME = new Set(
  `please tell show give find list quote know want need attached attach attachment called named dated written sent signed sign signature wrote write
   deadline deadlines due date amount amounts much many law laws article articles act legal reference references basis regulation section
   summarise summarize summary sum short overview gist page pages sentence passage passages exactly points point key main action actions items
   latest newest recent last oldest first earliest anything something according say says uploaded added received people persons
   rfdnumber hi hello there us our kind sort there's what's who's whats long limit time issued issue author from existing today's is any office system`
    .split(/\s+/)
    .filter(Boolean),
)
export const ABOUT = /^(?:about|regarding|concerning|on)$/
const INTO = /^(?:in|within|from|by|of|inside|according)$/

/** Tokenises to lower case; an apostrophe stays within its word. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}][\p{L}\p{N}'_.-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu) ?? []
}

/** Splits the words into the topic and the description of the document. */
export function splitWords(
  words: readonly string[],
  kindAt: number,
  intent: DocumentQuestion['intent'],
): { topic: string; which: string[] } {
  const own = phraseAround(words, kindAt, intent)
  const topic: string[] = []
  const which: string[] = []
  const isPassive = passiveAt(words)
  const isBefore = words.includes('according')
  let mode: 'which' | 'topic' | 'rest' = intent === 'find' || isPassive >= 0 || isBefore ? 'topic' : 'which'
  let hasVerb = false
  words.forEach((word, i) => {
    const isOwn = i >= own.from && i < own.to
    if (isOwn) {
      if (isMatter(word) && i !== kindAt) which.push(withoutGenitive(word))
      // "which letters from the ministry mention": the topic comes after the phrase.
      if (i === own.to - 1 && mode !== 'topic') mode = hasVerb ? 'rest' : 'which'
      return
    }
    if (NAMING.test(word) && intent === 'find') hasVerb = true
    else if (NAMING.test(word)) {
      hasVerb = true
      mode = isPassive >= 0 ? mode : 'topic'
    } else if (SAYING.test(word) || ASKING.test(word)) {
      hasVerb = true
      if (mode === 'which') mode = 'rest'
      if (intent === 'topic' && isPassive < 0 && !isBefore)
        mode = mode === 'rest' && /^(?:anything|something)$/.test(word) ? 'topic' : mode
    } else if (ABOUT.test(word) && (hasVerb || intent === 'find')) mode = 'topic'
    else if (isMatter(word))
      (mode === 'which' && !isSoft(intent)
        ? which
        : mode === 'which' && !isAfterAuxiliary(words, i)
          ? topic
          : mode === 'which'
            ? which
            : topic
      ).push(withoutGenitive(word))
  })
  return { topic: topic.join(' '), which: [...new Set(which)] }
}

/** In a question for a fact, the words before the document are the fact: "how much is the fine in the circular". */
function isSoft(intent: DocumentQuestion['intent']): boolean {
  return intent === 'amount' || intent === 'legal-reference' || intent === 'person' || intent === 'deadlines'
}

/** "by when does the ministry want": the word is the subject. */
function isAfterAuxiliary(words: readonly string[], at: number): boolean {
  const before = words.slice(Math.max(0, at - 3), at)
  return before.some((word) => /^(?:does|do|did)$/.test(word))
}

function isMatter(word: string): boolean {
  const plain = withoutGenitive(word)
  return !isFunctionWord(plain) && !FRAME.has(plain) && kindOf(plain) === undefined
}

/** Index of a passive verb, whose subject is the topic: "is a monthly scan mentioned". */
function passiveAt(words: readonly string[]): number {
  const is = words.findIndex((word) => /^(?:is|are|was|were)$/.test(word))
  if (is < 0) return -1
  return words.findIndex(
    (word, i) =>
      i > is + 1 &&
      /ed$|^(?:said|written)$/.test(word) &&
      (NAMING.test(word) || SAYING.test(word) || ASKING.test(word)),
  )
}

const LINKS =
  /^(?:from|of|by|to|sent|dated|attached|named|called|for|about|regarding|concerning|on|with|the|a|an|our|rfdnumber|at)$/

/** The words of the document itself: "the ministry's May letter of the 12th about quotas". */
function phraseAround(
  words: readonly string[],
  kindAt: number,
  intent: DocumentQuestion['intent'],
): { from: number; to: number } {
  if (kindAt < 0) return { from: 0, to: 0 }
  let from = kindAt
  while (from > 0 && isOwn(words[from - 1]!)) from--
  let to = kindAt + 1
  const hasVerbBefore = words.slice(0, from).some((word) => SAYING.test(word) || NAMING.test(word) || ASKING.test(word))
  while (to < words.length) {
    const word = words[to]!
    // After a verb of saying, "about" introduces the topic.
    if (ABOUT.test(word) && (hasVerbBefore || intent === 'find')) break
    if (!LINKS.test(word) && !isOwn(word)) break
    to++
  }
  return { from, to }
}

function isOwn(word: string): boolean {
  if (SAYING.test(word) || NAMING.test(word) || ASKING.test(word)) return false
  return !isFunctionWord(withoutGenitive(word)) && !INTO.test(word)
}
