import type { Bag } from '../text/bag.ts'
import type { Counts } from '../text/counts.ts'
import { Lookup } from '../text/dictionary.ts'
import { buildDictionary, weighBags, type Sparse, type View } from '../text/sparse.ts'
import type { CharacterRows } from './character-rows.ts'
import { Packed } from './packed.ts'
import { MAX_COLUMNS } from './packed-entry.ts'
import type { Postings } from './postings.ts'

const CANDIDATES = 60
/** Maximum query words for the candidate lookup: the heaviest ones. */
const QUERY_TERMS = 48
/** Words in more than this share of all requests are not indexed for lookup. */
const COMMON = 0.1

/** The texts of the entries known when the index was built: an inverted index of words and all rows by view. */
export class BuiltIndex {
  /** number of rows */
  readonly size: number
  /** of the words, the title's words and the characters */
  readonly views: View[]
  readonly lookups: Lookup[]
  /** Words with a higher idf are rare. */
  readonly rareIdf: number
  private readonly rows: Packed[]
  private readonly characters: CharacterRows
  private readonly postings: Postings
  private readonly score: Float32Array
  private readonly dense: Float32Array[]

  /**
   * @param counts of the words and of the title's words; empty afterwards
   * @throws RangeError for more than a million entries
   */
  constructor(counts: readonly Counts[], characters: CharacterRows) {
    this.size = counts[0]!.rows
    if (this.size > MAX_COLUMNS) throw new RangeError(`An index holds ${MAX_COLUMNS} entries at most`)
    const minRows = this.size > 20_000 ? 2 : 1
    const ofWords = counts.map((view) => buildDictionary(view, minRows, MAX_COLUMNS))
    const dictionaries = [...ofWords, characters.build(minRows, MAX_COLUMNS)]
    this.views = dictionaries.map((dictionary) => ({ dictionary, weight: 1 }))
    this.lookups = dictionaries.map(({ keys }) => new Lookup(keys))
    this.rareIdf = Math.log(Math.max(2, this.size)) * 0.55 + 1
    this.rows = counts.map((view, i) => new Packed(view, dictionaries[i]!, this.lookups[i]!))
    this.characters = characters
    this.postings = this.rows[0]!.invert(Math.max(50, this.size * COMMON))
    this.score = new Float32Array(this.size)
    this.dense = dictionaries.map(({ keys }) => new Float32Array(keys.length))
  }

  /** The best rows by plain cosine of the words; `features` compares them with the query in words, title, characters, rare words. */
  find(bags: readonly Bag[], isAllowed: (row: number) => boolean): { row: number; features: number[] }[] {
    const vectors = bags.map((bag, view) => weighBags([bag], [this.views[view]!], [this.lookups[view]!]))
    vectors.forEach(({ column, value }, view) => column.forEach((one, k) => (this.dense[view]![one] = value[k]!)))
    const [words] = this.dense as [Float32Array]
    const compared = [...this.rows, this.characters]
    const hits = this.bestRows(vectors[0]!, isAllowed).map((row) => {
      const cosines = this.dense.map((query, view) => compared[view]!.cosine(query, row))
      return { row, features: [...cosines, this.rows[0]!.shared(words, row, this.rareIdf)] }
    })
    vectors.forEach(({ column }, view) => column.forEach((one) => (this.dense[view]![one] = 0)))
    return hits
  }

  /** Rows are looked up by the heaviest words. With fewer than two rarer words, all rows are scanned instead. */
  private bestRows({ column, value }: Sparse, isAllowed: (row: number) => boolean): number[] {
    const { postings, score } = this
    const rare = Array.from(value.keys())
      .filter((k) => postings.has(column[k]!))
      .sort((a, b) => value[b]! - value[a]!)
    const touched: number[] = []
    if (rare.length < 2) this.rows[0]!.cosines(this.dense[0]!, score, touched)
    else for (const k of rare.slice(0, QUERY_TERMS)) postings.addTo(score, touched, column[k]!, value[k]!)
    const best = largest(touched, score, CANDIDATES, isAllowed)
    for (const row of touched) score[row] = 0
    return best
  }
}

/** Selects the rows with the largest scores, using a rising threshold; the best first. */
function largest(
  rows: readonly number[],
  score: Float32Array,
  limit: number,
  isAllowed: (row: number) => boolean,
): number[] {
  let best: number[] = []
  let floor = 0
  for (const row of rows) {
    if (score[row]! <= floor || !isAllowed(row)) continue
    best.push(row)
    if (best.length >= limit * 4) {
      best.sort((a, b) => score[b]! - score[a]! || a - b)
      best = best.slice(0, limit)
      floor = score[best.at(-1)!]!
    }
  }
  return best.sort((a, b) => score[b]! - score[a]! || a - b).slice(0, limit)
}
