import { Counts } from '../text/counts.ts'
import type { Draft } from '../text/features.ts'
import { BuiltIndex } from './built-index.ts'
import { CharacterRows } from './character-rows.ts'
import { EntryIds } from './entry-ids.ts'
import { PER_COUNT } from './packed-entry.ts'
import { INDEX, type IndexOptions, type ReadText, TextReader } from './reader.ts'
import { type RecentAddition, RecentQuery, toRecentAddition } from './recent-additions.ts'
import { type Candidate, DEFAULT_WEIGHTS, isLikelyDuplicate } from './relevance.ts'
import { TextEmbeddings } from './text-embeddings.ts'

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

type Query = Omit<Entry, 'id'> & { id?: string }

export class SimilarIndex {
  private readonly ids = new EntryIds()
  /** by row, if known */
  private readonly groups = new Map<number, string>()
  private readonly created = new Map<number, number>()
  private readonly lengths: number[] = []
  private readonly embeddings = new TextEmbeddings()
  private readonly reader: TextReader
  /** collected until the index is built */
  private readonly counts = [new Counts(PER_COUNT), new Counts(PER_COUNT)]
  private readonly characters: CharacterRows
  private built: BuiltIndex | null = null
  private readonly recent: RecentAddition[] = []
  /** rows whose entry has a newer version */
  private readonly replaced = new Set<number>()
  weights: number[] = DEFAULT_WEIGHTS

  constructor(options: IndexOptions = INDEX) {
    this.reader = new TextReader(options)
    this.characters = new CharacterRows(options)
  }

  get size(): number {
    return this.ids.size
  }

  has(id: string): boolean {
    return this.ids.rowOf(id) >= 0
  }

  /**
   * Adds an entry. Before `build` it is only collected; afterwards it is found at once, and it replaces an earlier entry with
   * the same id.
   */
  add(entry: Entry): void {
    const earlier = this.ids.rowOf(entry.id)
    if (earlier >= 0) {
      if (!this.built) return
      this.replaced.add(earlier)
    }
    const row = this.ids.add(entry.id)
    if (entry.group !== undefined) this.groups.set(row, entry.group)
    if (entry.created !== undefined) this.created.set(row, entry.created)
    const { reader } = this
    const text = reader.read(entry)
    reader.learn(text)
    this.lengths.push(text.length)
    this.embeddings.push(text.meaning)
    if (this.built) this.recent.push(toRecentAddition(reader.bags, this.built.views, this.built.lookups))
    else {
      this.counts.forEach((counts, view) => counts.push(reader.bags[view]!))
      this.characters.push(text.title, text.body, reader.bags[2])
    }
  }

  /** @throws RangeError for more than a million entries */
  build(): void {
    this.built = new BuiltIndex(this.counts, this.characters)
    this.embeddings.trim()
    this.ids.trim()
  }

  /** The most similar entries, best first, never the entry itself. */
  query(entry: Query, limit: number, within?: (id: string) => boolean): Hit[] {
    const candidates = this.candidates(entry, within)
    for (const hit of candidates) hit.relevance = hit.features.reduce((sum, x, k) => sum + this.weights[k]! * x, 0)
    candidates.sort((a, b) => b.relevance - a.relevance || a.row - b.row)
    return candidates.slice(0, limit).map(({ id, features }) => ({
      id,
      score: Math.min(1, features[0]!),
      isDuplicate: isLikelyDuplicate(features),
    }))
  }

  /**
   * The best candidates by plain cosine with their features, not yet ranked: the input of the ranking in `query` and of
   * `fitWeights`.
   */
  candidates(entry: Query, within?: (id: string) => boolean): Candidate[] {
    if (!this.built) throw new Error('build the index before asking it')
    const text = this.reader.read(entry)
    const own = entry.id === undefined ? -1 : this.ids.rowOf(entry.id)
    const isAllowed = (row: number) => row !== own && !this.replaced.has(row) && (!within || within(this.ids.at(row)))
    const rows = [...this.built.find(this.reader.bags, isAllowed), ...this.recentRows(this.built, isAllowed)]
    return rows.map(({ row, features }) => this.candidate(row, features, entry, text))
  }

  /** Entries added after `build` that share a word: few enough for a full scan. */
  private recentRows(
    { size, views, lookups, rareIdf }: BuiltIndex,
    isAllowed: (row: number) => boolean,
  ): { row: number; features: number[] }[] {
    if (this.recent.length === 0) return []
    const words = { view: views[0]!, lookup: lookups[0]! }
    const query = new RecentQuery(toRecentAddition(this.reader.bags, views, lookups), words, rareIdf)
    return this.recent.flatMap((added, i) => {
      const row = size + i
      const words = isAllowed(row) ? query.cosine(added, 0) : 0
      if (words === 0) return []
      return [{ row, features: [words, query.cosine(added, 1), query.cosine(added, 2), query.sharedRare(added)] }]
    })
  }

  /** @param features computed from the texts; those from other data are appended */
  private candidate(row: number, features: number[], entry: Query, text: ReadText): Candidate {
    if (text.isCommonTitle) features[1] = 0
    features.push(this.embeddings.cosine(text.meaning, row))
    features.push(entry.group !== undefined && entry.group === this.groups.get(row) ? 1 : 0)
    const gap = Math.abs((entry.created ?? NaN) - (this.created.get(row) ?? NaN)) / 86_400_000
    features.push(Number.isNaN(gap) ? 0 : 1 / (1 + gap / 14))
    features.push(-Math.abs(Math.log((text.length + 5) / (this.lengths[row]! + 5))))
    return { row, id: this.ids.at(row), features, relevance: 0 }
  }
}
