const LONGEST = 31

/** Excel keeps this name for itself. */
const TAKEN = 'history'

/** Names for the sheets of a workbook: at most 31 characters, none of `[]:*?/\'`, and each once, however it is written. */
export class SheetNames {
  readonly #taken = new Set([TAKEN])

  take(wanted: string): string {
    const plain = wanted.replaceAll(/[[\]:*?/\\'\p{Cc}]/gu, ' ').trim() || 'Sheet'
    let name = cut(plain, LONGEST)
    for (let n = 2; this.#taken.has(name.toLowerCase()); n++) name = `${cut(plain, LONGEST - `${n}`.length - 1)} ${n}`
    this.#taken.add(name.toLowerCase())
    return name
  }
}

/** Never through the middle of a character. */
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()
}
