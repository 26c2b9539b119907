import { FULL, readDraft, type Draft, type FeatureOptions } from '../text/features.ts'
import { Counts } from '../text/counts.ts'
import { Bag } from '../text/bag.ts'

/** The features of many texts, one row each; the texts themselves are not retained. */
export class FeatureRows {
  readonly words = new Counts()
  readonly characters = new Counts()
  readonly options: FeatureOptions
  private readonly bags = [new Bag(), new Bag()] as const

  constructor(options: FeatureOptions = FULL) {
    this.options = options
  }

  add(draft: Draft): void {
    readDraft(draft, this.options, this.bags[0], this.bags[1])
    this.words.push(this.bags[0])
    this.characters.push(this.bags[1])
  }

  get rows(): number {
    return this.words.rows
  }

  /** Frees the memory once the rows have been weighted; training does this. */
  clear(): void {
    this.words.clear()
    this.characters.clear()
  }
}
