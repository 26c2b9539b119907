const MAX_LENGTH = 160

/** The beginning of a comment on one line. */
export function excerptOf(comment: string): string {
  const characters = [...comment.replaceAll(/\s+/gu, ' ').trim()]
  return characters.length > MAX_LENGTH
    ? `${characters
        .slice(0, MAX_LENGTH - 1)
        .join('')
        .trimEnd()}…`
    : characters.join('')
}
