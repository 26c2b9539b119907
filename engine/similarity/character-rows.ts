import { type Dictionary, Frequencies, Lookup } from '../text/dictionary.ts'
import { type FeatureOptions, visitCharacters } from '../text/features.ts'
import { resized } from '../text/resized.ts'
import { termWeight } from '../text/sparse.ts'
import { Bag } from '../text/bag.ts'
import type { Token } from '../text/text.ts'
import { StringTable } from './string-table.ts'

/**
 * The words of each entry that are compared by characters, stored as word numbers: first the number of title words, then the
 * words of the title and of the body, each as a varint of one to five bytes. Common words are added early and get small
 * numbers. Storing the n-grams would take some thirty times as many bytes, and only the few candidates need them: they are
 * recomputed there, in a few microseconds per word.
 */
export class CharacterRows {
  private readonly options: FeatureOptions
  private readonly bag = new Bag()
  private readonly words = new StringTable()
  private start = new Uint32Array(1 << 10)
  private rows = 0
  private bytes = new Uint8Array(1 << 16)
  private size = 0
  private frequencies = new Frequencies()
  private dictionary: Dictionary | null = null
  private lookup = new Lookup(new Uint32Array(0))

  constructor(options: FeatureOptions) {
    this.options = options
  }

  /** @param bag the features that `visitCharacters` computed from these words */
  push(title: readonly Token[], body: readonly Token[], bag: Bag): void {
    for (const at of bag.used) this.frequencies.add(bag.keys[at]!)
    const inTitle = wordsOf(title)
    this.append(inTitle.length)
    for (const word of inTitle) this.append(this.words.add(word))
    for (const word of wordsOf(body.slice(0, this.options.characterWords))) this.append(this.words.add(word))
    if (this.rows + 2 > this.start.length) this.start = resized(this.start, Math.ceil(this.start.length * 1.4))
    this.start[++this.rows] = this.size
  }

  /** Varint: seven bits per byte, the lowest first; the eighth bit means that more follow. */
  private append(number: number): void {
    if (this.size + 5 > this.bytes.length) this.bytes = resized(this.bytes, Math.ceil(this.bytes.length * 1.4))
    let rest = number
    for (; rest > 127; rest >>>= 7) this.bytes[this.size++] = (rest & 127) | 128
    this.bytes[this.size++] = rest
  }

  /** Freezes the rows: no more entries afterwards. */
  build(minRows: number, maxFeatures: number): Dictionary {
    this.dictionary = this.frequencies.dictionary(this.rows, minRows, maxFeatures)
    this.lookup = new Lookup(this.dictionary.keys)
    this.frequencies = new Frequencies()
    this.bytes = resized(this.bytes, this.size)
    this.start = resized(this.start, this.rows + 1)
    this.words.trim()
    return this.dictionary
  }

  /**
   * Cosine of a row with a query.
   * @param query query weights by column, scaled to length 1, 0 elsewhere
   */
  cosine(query: Float32Array, row: number): number {
    const { bag, lookup } = this
    const { idf, unknown } = this.dictionary!
    this.read(row)
    let [sum, square] = [0, 0]
    for (const at of bag.used) {
      const column = lookup.column(bag.keys[at]!)
      const weight = termWeight(bag.counts[at]!) * (column < 0 ? unknown : idf[column]!)
      square += weight * weight
      if (column >= 0) sum += query[column]! * weight
    }
    return square > 0 ? sum / Math.sqrt(square) : 0
  }

  private read(row: number): void {
    const [inTitle = 0, ...words] = this.numbers(this.start[row]!, this.start[row + 1]!)
    const tokens = words.map((word): Token => ({ text: this.words.at(word), kind: 'word', start: 0, end: 0 }))
    this.bag.clear()
    visitCharacters(tokens.slice(0, inTitle), tokens.slice(inTitle), this.options, (key) => this.bag.add(key))
  }

  private numbers(from: number, end: number): number[] {
    const numbers: number[] = []
    for (let i = from; i < end; i++) {
      let number = 0
      for (let shift = 0; ; shift += 7) {
        const byte = this.bytes[i]!
        number |= (byte & 127) << shift
        if (byte < 128) break
        i++
      }
      numbers.push(number)
    }
    return numbers
  }
}

function wordsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ kind, text }) => (kind === 'word' ? text : []))
}
