/** A search matches words anywhere in a request, or a phrase in quotation marks, whose words are adjacent. */
export function asPhrase(text: string): string {
  return `"${text.replaceAll('"', ' ').trim()}"`
}

/** The words of a phrase; null if they may appear anywhere. */
export function phraseIn(search: string): string | null {
  return /^"([^"]+)"$/.exec(search)?.[1] ?? null
}

export function hasSeveralWords(search: string): boolean {
  return /\S\s+\S/.test(search)
}

/** “watch list”, or all of “refund payment” if the words may appear anywhere. */
export function mentionedInWords(search: string): string {
  const phrase = phraseIn(search)
  return phrase === null && hasSeveralWords(search) ? `all of “${search}”` : `“${phrase ?? search}”`
}
