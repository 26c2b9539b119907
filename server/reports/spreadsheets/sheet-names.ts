import { say } from '../../../shared/texts/say.ts'

const MAX_LENGTH = 31

/** Excel reserves this name. */
const TAKEN = 'history'

/** Valid names for the sheets of a workbook: at most 31 characters, none of `[]:*?/\'`, unique regardless of case. */
export class SheetNames {
  readonly #taken = new Set([TAKEN])

  take(wanted: string): string {
    const plain = wanted.replaceAll(/[[\]:*?/\\'\p{Cc}]/gu, ' ').trim() || say('Sheet')
    let name = cut(plain, MAX_LENGTH)
    for (let n = 2; this.#taken.has(name.toLowerCase()); n++)
      name = `${cut(plain, MAX_LENGTH - `${n}`.length - 1)} ${n}`
    this.#taken.add(name.toLowerCase())
    return name
  }
}

/** Never splits a surrogate pair. */
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()
}
