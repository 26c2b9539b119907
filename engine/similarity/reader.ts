import { type Draft, type FeatureOptions, visitCharacters } from '../text/features.ts'
import { Bag } from '../text/bag.ts'
import { tokenize, type Token } from '../text/text.ts'
import { hash } from '../text/hash.ts'
import { WordVectors } from '../text/word-vectors.ts'
import { quantise } from './text-embeddings.ts'
import { type Line, lineOf, linesOf, TemplateLines } from './template-lines.ts'

export interface IndexOptions extends FeatureOptions {
  /** maximum characters of the description */
  letters: number
}
export const INDEX: IndexOptions = { words: 400, characterWords: 15, loosePairs: false, letters: 4000 }

const TITLE_COUNTS = 3
/** Lines below this weight, shared by more than √n of n requests, count as form text: their characters are not compared. */
const FORM = 0.25

/** Number of body words whose vectors are summed: the wish is usually at the beginning. */
const MEANT_WORDS = 80

/** A text as the bags were filled from it. */
export interface ReadText {
  title: Token[]
  /** without form lines */
  body: Token[]
  lines: Line[]
  /** shared by so many requests that it says nothing */
  isCommonTitle: boolean
  /** number of words; those of common lines count less */
  length: number
  /** quantised sum of the word vectors of the title and the first body words */
  meaning: Int8Array
}

/** Reads texts into bags of terms: all words with the title three times, the title's words, character n-grams. */
export class TextReader {
  readonly bags = [new Bag(), new Bag(), new Bag()] as const
  private readonly options: IndexOptions
  private readonly templates = new TemplateLines()
  /** Loaded lazily: most engines have no index. */
  private vectors: WordVectors | undefined

  constructor(options: IndexOptions) {
    this.options = options
  }

  /** The bags hold the text until the next call. */
  read(draft: Draft): ReadText {
    const [words, titleWords, characters] = this.bags
    for (const bag of this.bags) bag.clear()
    const title = tokenize(draft.title, 100)
    const description = draft.description.slice(0, this.options.letters)
    const titleLine = lineOf(title)
    const titleWeight = this.templates.weightOf(titleLine)
    const lines = linesOf(description, tokenize(description, this.options.words))
    addWords(words, title, TITLE_COUNTS * titleWeight)
    addWords(titleWords, title, 1)
    let length = title.length
    const body: Token[] = []
    for (const line of lines) {
      const weight = this.templates.weightOf(line)
      addWords(words, line.tokens, weight)
      length += weight * line.tokens.length
      if (weight >= FORM) body.push(...line.tokens)
    }
    visitCharacters(title, body, this.options, (key) => characters.add(key))
    return {
      title,
      body,
      lines: [titleLine, ...lines],
      isCommonTitle: titleWeight < FORM,
      length,
      meaning: this.meaningOf(title, body),
    }
  }

  private meaningOf(title: readonly Token[], body: readonly Token[]): Int8Array {
    this.vectors ??= new WordVectors()
    return quantise(this.vectors.sumOf([...title, ...body.slice(0, MEANT_WORDS)]))
  }

  /** Counts the lines of a stored text. */
  learn({ lines }: ReadText): void {
    this.templates.add(lines)
  }
}

function addWords(bag: Bag, tokens: readonly Token[], count: number): void {
  if (count <= 0) return
  for (const { text, kind } of tokens) {
    if (kind === 'mark' && text.length < 8) continue
    bag.add(hash(stem(text)), count)
  }
}

/**
 * Strips only the plural and the most common English endings: more would merge different words, and character n-grams cover the
 * rest.
 */
function stem(word: string): string {
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3)
  if (word.length > 4 && word.endsWith('ed')) return word.slice(0, -2)
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1)
  return word
}
