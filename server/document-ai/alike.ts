import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { hundredth } from '../../shared/chance.ts'

interface Text {
  title: string
  passage: string
}
export interface Alike {
  /** an id, or the index of an earlier text of the same document */
  of: string | number
  likeness: number
}

/** Minimum likeness of two passages that may ask for the same. */
const LIKELY = 0.55
const MAX_SIMILAR = 5
/** Texts tokenised before yielding to the event loop. */
const TEXTS_PER_YIELD = 25

/**
 * Finds texts that ask for much the same as `others` or as an earlier text: the cosine of their words, weighted by rarity
 * (TF-IDF without term frequencies, as passages are short). Proposals are too few for the index of similar requests.
 * @param background more texts, which only count for the rarity of words
 * @returns for each text its matches, most alike first
 */
export async function findSimilarTexts(
  texts: readonly Text[],
  others: readonly (Text & { id: string })[],
  background: readonly Text[] = [],
): Promise<Alike[][]> {
  const all: { of: string | number; text: Text }[] = background.map((text) => ({ of: '', text }))
  others.forEach(({ id, ...text }) => all.push({ of: id, text }))
  texts.forEach((text, place) => all.push({ of: place, text }))
  const words: Set<string>[] = []
  const places = new Map<string, number[]>()
  for (const [i, { text }] of all.entries()) {
    const own = wordsOf(text)
    words.push(own)
    for (const word of own) addTo(places, word, i)
    if (i % TEXTS_PER_YIELD === 0) await yieldToOthers()
  }
  const weightOf = (word: string) => Math.log(1 + all.length / places.get(word)!.length) ** 2
  const lengths = words.map((own) => Math.sqrt([...own].reduce((sum, word) => sum + weightOf(word), 0)))
  const matches: Alike[][] = []
  for (let i = background.length + others.length; i < all.length; i++) {
    const shared = new Map<number, number>()
    for (const word of words[i]!) {
      const weight = weightOf(word)
      for (const j of places.get(word)!)
        if (j < i && j >= background.length) shared.set(j, (shared.get(j) ?? 0) + weight)
    }
    const hits = [...shared].map(([j, sum]) => ({ of: all[j]!.of, likeness: sum / (lengths[i]! * lengths[j]! || 1) }))
    matches.push(
      hits
        .filter(({ likeness }) => likeness >= LIKELY)
        .sort((a, b) => b.likeness - a.likeness)
        .slice(0, MAX_SIMILAR)
        .map(({ of, likeness }) => ({ of, likeness: hundredth(Math.min(1, likeness)) })),
    )
    if (i % TEXTS_PER_YIELD === 0) await yieldToOthers()
  }
  return matches
}

function wordsOf({ title, passage }: Text): Set<string> {
  const words = `${title} ${passage}`.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu)
  return new Set(words)
}

function addTo(places: Map<string, number[]>, word: string, place: number): void {
  const known = places.get(word)
  if (known) known.push(place)
  else places.set(word, [place])
}
