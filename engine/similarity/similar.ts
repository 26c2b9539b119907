import type { Draft } from '../text/features.ts'
import { CharacterRows } from './character-rows.ts'
import { TextEmbeddings } from './text-embeddings.ts'
import { Packed } from './packed.ts'
import type { Postings } from './postings.ts'
import { MAX_COLUMNS, PER_COUNT } from './packed-entry.ts'
import { INDEX, type IndexOptions, type ReadText, TextReader } from './reader.ts'
import { type RecentAddition, RecentQuery, toRecentAddition } from './recent-additions.ts'
import { type Candidate, DEFAULT_WEIGHTS, isLikelyDuplicate } from './relevance.ts'
import { StringTable } from './string-table.ts'
import { Lookup } from '../text/dictionary.ts'
import { buildDictionary, weighBags, type Sparse, type View } from '../text/sparse.ts'
import { Counts } from '../text/counts.ts'

/**
 * Finds similar requests: TF-IDF cosine over an inverted index, the title counted three times; the best candidates are then
 * ranked by several relevance features, whose weights are learnt where duplicates are known, otherwise set by hand.
 */
export interface Entry extends Draft {
  id: string
  /** requests of the same group or time are somewhat more likely to be similar */
  group?: string
  /** ms since 1970 */
  created?: number
}

export interface Hit {
  id: string
  /** 0 … 1, the plain cosine */
  score: number
  /** similar enough to ask for the same */
  isDuplicate: boolean
}

const CANDIDATES = 60
/** Maximum query words for the candidate lookup: the heaviest ones. */
const QUERY_TERMS = 48
/** Words in more than this share of all requests are not indexed for lookup. */
const COMMON = 0.1

export class SimilarIndex {
  private readonly ids = new StringTable()
  /** number of the id by row */
  private readonly idOf: number[] = []
  /** newest row by number of the id */
  private readonly rowOf: number[] = []
  /** by row, if known */
  private readonly groups = new Map<number, string>()
  private readonly created = new Map<number, number>()
  private readonly lengths: number[] = []
  private readonly counts = [new Counts(PER_COUNT), new Counts(PER_COUNT)]
  private readonly characters: CharacterRows
  private readonly embeddings = new TextEmbeddings()
  private readonly reader: TextReader
  private views: View[] = []
  private lookups: Lookup[] = []
  /** views of the words and of the title's words */
  private rows: Packed[] = []
  private postings: Postings | null = null
  private built = 0
  private recent: RecentAddition[] = []
  /** rows whose entry has a newer version */
  private readonly replaced = new Set<number>()
  private score = new Float32Array(0)
  private dense: Float32Array[] = []
  weights: number[] = DEFAULT_WEIGHTS

  constructor(options: IndexOptions = INDEX) {
    this.reader = new TextReader(options)
    this.characters = new CharacterRows(options)
  }

  get size(): number {
    return this.ids.length
  }

  has(id: string): boolean {
    return this.ids.find(id) >= 0
  }

  /**
   * Adds an entry. Before `build` it is only collected; afterwards it is found at once, and it replaces an earlier entry with
   * the same id.
   */
  add(entry: Entry): void {
    const earlier = this.rowWith(entry.id)
    if (earlier >= 0) {
      if (!this.postings) return
      this.replaced.add(earlier)
    }
    const row = this.idOf.length
    const id = this.ids.add(entry.id)
    this.idOf.push(id)
    this.rowOf[id] = row
    if (entry.group !== undefined) this.groups.set(row, entry.group)
    if (entry.created !== undefined) this.created.set(row, entry.created)
    const { reader } = this
    const text = reader.read(entry)
    reader.learn(text)
    this.lengths.push(text.length)
    this.embeddings.push(text.meaning)
    if (this.postings) this.recent.push(toRecentAddition(reader.bags, this.views, this.lookups))
    else {
      this.counts.forEach((counts, view) => counts.push(reader.bags[view]!))
      this.characters.push(text.title, text.body, reader.bags[2])
    }
  }

  /** @throws RangeError for more than a million entries */
  build(): void {
    if (this.idOf.length > MAX_COLUMNS) throw new RangeError(`An index holds ${MAX_COLUMNS} entries at most`)
    const minRows = this.idOf.length > 20_000 ? 2 : 1
    const ofWords = this.counts.map((counts) => buildDictionary(counts, minRows, MAX_COLUMNS))
    const dictionaries = [...ofWords, this.characters.build(minRows, MAX_COLUMNS)]
    this.views = dictionaries.map((dictionary) => ({ dictionary, weight: 1 }))
    this.lookups = dictionaries.map(({ keys }) => new Lookup(keys))
    this.rows = this.counts.map((counts, view) => new Packed(counts, dictionaries[view]!, this.lookups[view]!))
    this.embeddings.trim()
    this.ids.trim()
    this.built = this.idOf.length
    this.score = new Float32Array(this.built)
    this.dense = dictionaries.map(({ keys }) => new Float32Array(keys.length))
    this.postings = this.rows[0]!.invert(Math.max(50, this.built * COMMON))
  }

  /** The newest row of an id, −1 when there is none. */
  private rowWith(id: string): number {
    const number = this.ids.find(id)
    return number < 0 ? -1 : this.rowOf[number]!
  }

  private idAt(row: number): string {
    return this.ids.at(this.idOf[row]!)
  }

  /** The most similar entries, best first, never the entry itself. */
  query(entry: Omit<Entry, 'id'> & { id?: string }, limit: number, within?: (id: string) => boolean): Hit[] {
    const found = this.candidates(entry, within)
    for (const hit of found) hit.relevance = this.relevanceOf(hit.features)
    found.sort((a, b) => b.relevance - a.relevance || a.row - b.row)
    return found.slice(0, limit).map(({ id, features }) => ({
      id,
      score: Math.min(1, features[0]!),
      isDuplicate: isLikelyDuplicate(features),
    }))
  }

  private relevanceOf(features: readonly number[]): number {
    let relevance = 0
    for (let k = 0; k < features.length; k++) relevance += this.weights[k]! * features[k]!
    return relevance
  }

  /**
   * The best candidates by plain cosine with their features, not yet ranked: the input of the ranking in `query` and of
   * `fitWeights`.
   */
  candidates(entry: Omit<Entry, 'id'> & { id?: string }, within?: (id: string) => boolean): Candidate[] {
    if (!this.postings) throw new Error('build the index before asking it')
    const text = this.reader.read(entry)
    const vectors = this.vectors()
    const own = entry.id === undefined ? -1 : this.rowWith(entry.id)
    const words = vectors[0]!
    const { postings, score } = this
    // Candidates are looked up by the heaviest words. With fewer than two rarer words, all rows are scanned instead.
    const rare = Array.from(words.value.keys())
      .filter((k) => postings.has(words.column[k]!))
      .sort((a, b) => words.value[b]! - words.value[a]!)
    vectors.forEach((vector, view) => {
      for (let k = 0; k < vector.column.length; k++) this.dense[view]![vector.column[k]!] = vector.value[k]!
    })
    const touched: number[] = []
    if (rare.length < 2) this.rows[0]!.cosines(this.dense[0]!, score, touched)
    else for (const k of rare.slice(0, QUERY_TERMS)) postings.addTo(score, touched, words.column[k]!, words.value[k]!)
    const isAllowedClass = (row: number) =>
      row !== own && !this.replaced.has(row) && (!within || within(this.idAt(row)))
    const best = largest(touched, score, CANDIDATES, isAllowedClass)
    for (const row of touched) score[row] = 0
    const rareIdf = Math.log(Math.max(2, this.built)) * 0.55 + 1
    const compared = [...this.rows, this.characters]
    const result = best.map((row) => {
      const features = this.dense.map((dense, view) => compared[view]!.cosine(dense, row))
      features.push(this.rows[0]!.shared(this.dense[0]!, row, rareIdf))
      return this.candidate(row, features, entry, text)
    })
    vectors.forEach((vector, view) => {
      for (const column of vector.column) this.dense[view]![column] = 0
    })
    result.push(...this.recentCandidates(entry, text, rareIdf, isAllowedClass))
    return result
  }

  /** Entries added after `build` that share a word: few enough for a full scan. */
  private recentCandidates(
    entry: Omit<Entry, 'id'>,
    text: ReadText,
    rareIdf: number,
    isAllowedClass: (row: number) => boolean,
  ): Candidate[] {
    if (this.recent.length === 0) return []
    const words = { view: this.views[0]!, lookup: this.lookups[0]! }
    const query = new RecentQuery(toRecentAddition(this.reader.bags, this.views, this.lookups), words, rareIdf)
    return this.recent.flatMap((added, at) => {
      const row = this.built + at
      const words = isAllowedClass(row) ? query.cosine(added, 0) : 0
      if (words === 0) return []
      const features = [words, query.cosine(added, 1), query.cosine(added, 2), query.sharedRare(added)]
      return [this.candidate(row, features, entry, text)]
    })
  }

  /** @param features computed from the texts; those from other data are appended */
  private candidate(row: number, features: number[], entry: Omit<Entry, 'id'>, text: ReadText): Candidate {
    if (text.isCommonTitle) features[1] = 0
    features.push(this.embeddings.cosine(text.meaning, row))
    features.push(entry.group !== undefined && entry.group === this.groups.get(row) ? 1 : 0)
    const gap = Math.abs((entry.created ?? NaN) - (this.created.get(row) ?? NaN)) / 86_400_000
    features.push(Number.isNaN(gap) ? 0 : 1 / (1 + gap / 14))
    features.push(-Math.abs(Math.log((text.length + 5) / (this.lengths[row]! + 5))))
    return { row, id: this.idAt(row), features, relevance: 0 }
  }

  private vectors(): Sparse[] {
    return this.reader.bags.map((bag, view) => weighBags([bag], [this.views[view]!], [this.lookups[view]!]))
  }
}

/** Selects the rows with the largest scores, using a rising threshold; the best first. */
function largest(
  rows: readonly number[],
  score: Float32Array,
  limit: number,
  allowed: (row: number) => boolean,
): number[] {
  let kept: number[] = []
  let floor = 0
  for (const row of rows) {
    if (score[row]! <= floor || !allowed(row)) continue
    kept.push(row)
    if (kept.length >= limit * 4) {
      kept.sort((a, b) => score[b]! - score[a]! || a - b)
      kept = kept.slice(0, limit)
      floor = score[kept.at(-1)!]!
    }
  }
  return kept.sort((a, b) => score[b]! - score[a]! || a - b).slice(0, limit)
}
