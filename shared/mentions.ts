/** Most people that one comment may mention. */
export const MAX_MENTIONS = 50

/** An `@` and what follows it that a username can contain; or an address, in which nobody is mentioned. */
const FOUND =
  /(?<![a-z\d+.-])(?:[a-z][a-z\d+.-]{0,30}:\/\/|mailto:|www\.)\S+|(?<![\p{L}\p{M}\p{N}._@+/=-])@[\p{L}\p{M}\p{N}._@-]+/giu
const TRAILING = /[._@-]+$/u

export interface PossibleMention {
  /** where it begins in the text: at its `@` */
  index: number
  /** usernames that it may be, the longest first: a final full stop may end the sentence or the name */
  names: string[]
}

/** Where a text without markup may mention somebody. Whether it does depends on who has such a username. */
export function possibleMentions(text: string): PossibleMention[] {
  return [...text.matchAll(FOUND)].flatMap(({ 0: match, index }) => {
    if (!match.startsWith('@')) return []
    const name = match.slice(1)
    const names = [...new Set([name, name.replace(TRAILING, '')])].filter((one) => one !== '')
    return names.length > 0 ? [{ index, names }] : []
  })
}
