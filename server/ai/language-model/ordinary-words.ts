import { readFile } from 'node:fs/promises'

const TEXTS = new URL('../../../engine/corpus/requests.txt', import.meta.url)

let words: Promise<ReadonlySet<string>> | undefined

/** Words that such requests use in lower case: at the beginning of a sentence they are hardly ever a name. */
export function ordinaryWords(): Promise<ReadonlySet<string>> {
  words ??= readFile(TEXTS, 'utf8').then((text) => new Set(text.match(/(?<![\p{L}\p{M}])\p{Ll}{3,}(?![\p{L}\p{M}])/gu)))
  return words
}
