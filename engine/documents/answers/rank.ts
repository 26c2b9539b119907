import { fold } from '../../../shared/fold.ts'
import { isFunctionWord } from '../../text/function-words.ts'
import { uninflected, withoutEnding } from '../../text/inflections.ts'
import { tokenize } from '../../text/text.ts'
import { WordVectors } from '../../text/word-vectors.ts'
import { quantise } from '../../similarity/text-embeddings.ts'

interface Passage {
  text: string
  /** the heading and the sentence before a list; their words count half */
  around: string
}

interface Ranked {
  /** index of the passage */
  at: number
  fit: number
}

/** A passage with a smaller share of the topic's words (weighted by rarity) is about something else. */
const MIN_SHARE = 0.45
/** Passages below this share of the best one's fit are left out. */
const BESIDE_BEST = 0.6
const IN_HEADING = 0.5
/** Weight of the similarity of meaning (word vectors) against that of the words themselves. */
const MEANING = 0.2
/** Words that share a prefix of this length match: "calibrated" and "calibration". */
const STEM = 5

/**
 * The passages about a topic, best first. The score combines the share of the topic's words in a passage, weighted by rarity,
 * with the similarity of meaning. Empty when no passage has enough of the words.
 */
export function rankByTopic(passages: readonly Passage[], topic: string): Ranked[] {
  const topicWords = [...wordsOf(topic)]
  if (topicWords.length === 0) return []
  const own = passages.map(({ text }) => wordsOf(text))
  const near = passages.map(({ around }) => wordsOf(around))
  const weights = topicWords.map((word) => {
    const holding = own.filter((words) => has(words, word)).length
    return Math.log((passages.length + 1) / (holding + 1)) + 1
  })
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const scored = passages.map(({ text }, index) => {
    const shares = topicWords.map(
      (word, i) => weights[i]! * (has(own[index]!, word) ? 1 : has(near[index]!, word) ? IN_HEADING : 0),
    )
    return { at: index, text, share: shares.reduce((sum, one) => sum + one, 0) / all }
  })
  const fitting = scored.filter(({ share }) => share >= MIN_SHARE)
  if (fitting.length === 0) return []
  const meaning = meaningOf(topic)
  const ranked = fitting.map(({ at, text, share }) => ({
    at,
    fit: (1 - MEANING) * share + MEANING * Math.max(0, cosine(meaning, meaningOf(text))),
  }))
  ranked.sort((a, b) => b.fit - a.fit || a.at - b.at)
  return ranked.filter(({ fit }) => fit >= BESIDE_BEST * ranked[0]!.fit)
}

/** Whether a text has any word of the topic; true for a topic without words. */
export function mentions(text: string, topic: string): boolean {
  const topicWords = [...wordsOf(topic)]
  const own = wordsOf(text)
  return topicWords.length === 0 || topicWords.some((word) => has(own, word))
}

/** The words of a topic or a passage, without accents and inflections. */
function wordsOf(text: string): Set<string> {
  const words = fold(text).match(/[\p{L}\d]{2,40}/gu) ?? []
  return new Set(words.filter((word) => !isFunctionWord(word)).map((word) => withoutEnding(uninflected(word))))
}

function has(words: ReadonlySet<string>, wanted: string): boolean {
  if (words.has(wanted)) return true
  if (wanted.length < STEM) return false
  const beginning = wanted.slice(0, Math.max(STEM, wanted.length - 2))
  return [...words].some((word) => word.startsWith(beginning) || (word.length >= STEM && wanted.startsWith(word)))
}

let vectors: WordVectors | undefined

function meaningOf(text: string): Int8Array {
  vectors ??= new WordVectors()
  return quantise(vectors.sumOf(tokenize(text, 200)))
}

function cosine(one: Int8Array, other: Int8Array): number {
  let [product, a, b] = [0, 0, 0]
  for (let d = 0; d < one.length; d++) {
    product += one[d]! * other[d]!
    a += one[d]! ** 2
    b += other[d]! ** 2
  }
  return a === 0 || b === 0 ? 0 : product / Math.sqrt(a * b)
}
