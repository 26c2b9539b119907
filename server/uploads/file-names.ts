/** Control characters, and those that turn the direction of what follows or cannot be seen. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu

/** What people are shown of a file's name: without folders, and without characters that make it look like another. */
export function labelOf(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const seen = last.replaceAll(UNSEEN, '').trim()
  return /^\.*$/.test(seen) ? 'Unnamed file' : seen
}
