/** Control characters, invisible ones, and those that change the text direction. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu

/** The displayed name of a file: without folders, and without characters that disguise it as another. */
export function labelOf(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const seen = last.replaceAll(UNSEEN, '').trim()
  return /^\.*$/.test(seen) ? 'Unnamed file' : seen
}
