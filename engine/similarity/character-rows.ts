import { type Dictionary, Frequencies, Lookup } from '../text/dictionary.ts'
import { type FeatureOptions, visitCharacters } from '../text/features.ts'
import { resized } from '../text/resized.ts'
import { Bag, termWeight } from '../text/sparse.ts'
import type { Token } from '../text/text.ts'

/**
 * The words of each entry whose characters are read, in UTF-8. Their pieces would take some ten times as many bytes, and only
 * the few entries that are compared need them: there they are read anew, in some thousandths of a millisecond for a word.
 */
export class CharacterRows {
  private readonly options: FeatureOptions
  private readonly bag = new Bag()
  private readonly encoder = new TextEncoder()
  private readonly decoder = new TextDecoder()
  private readonly start = [0]
  private bytes = new Uint8Array(1 << 16)
  private frequencies = new Frequencies()
  private dictionary: Dictionary | null = null
  private lookup = new Lookup(new Uint32Array(0))

  constructor(options: FeatureOptions) {
    this.options = options
  }

  /** @param bag what `visitCharacters` makes of these words */
  push(title: readonly Token[], body: readonly Token[], bag: Bag): void {
    for (const at of bag.used) this.frequencies.add(bag.keys[at]!)
    const words = this.encoder.encode(`${listOf(title)}\t${listOf(body.slice(0, this.options.characterWords))}`)
    const size = this.start.at(-1)!
    const end = size + words.length
    if (end > this.bytes.length) this.bytes = resized(this.bytes, Math.ceil(end * 1.4))
    this.bytes.set(words, size)
    this.start.push(end)
  }

  /** Takes no more entries afterwards. */
  build(least: number, most: number): Dictionary {
    this.dictionary = this.frequencies.dictionary(this.start.length - 1, least, most)
    this.lookup = new Lookup(this.dictionary.keys)
    this.frequencies = new Frequencies()
    this.bytes = resized(this.bytes, this.start.at(-1)!)
    return this.dictionary
  }

  /**
   * Cosine of a row with what is asked for.
   * @param asked weights by column, of length 1, 0 where it has none
   */
  cosine(asked: Float32Array, row: number): number {
    const { bag, lookup } = this
    const { idf, unknown } = this.dictionary!
    this.read(row)
    let [sum, square] = [0, 0]
    for (const at of bag.used) {
      const column = lookup.column(bag.keys[at]!)
      const weight = termWeight(bag.counts[at]!) * (column < 0 ? unknown : idf[column]!)
      square += weight * weight
      if (column >= 0) sum += asked[column]! * weight
    }
    return square > 0 ? sum / Math.sqrt(square) : 0
  }

  private read(row: number): void {
    const [title, body] = this.decoder.decode(this.bytes.subarray(this.start[row], this.start[row + 1])).split('\t')
    this.bag.clear()
    visitCharacters(tokensOf(title!), tokensOf(body!), this.options, (key) => this.bag.add(key))
  }
}

/** Words hold neither line breaks nor tabs. */
function listOf(tokens: readonly Token[]): string {
  return tokens.flatMap(({ kind, text }) => (kind === 'word' ? text : [])).join('\n')
}

function tokensOf(list: string): Token[] {
  return list.split('\n').map((text) => ({ text, kind: 'word', start: 0, end: 0 }))
}
