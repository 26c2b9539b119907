/** What is searched for is words anywhere in a request, or a phrase, which stands in quotation marks: its words side by side. */
export function asPhrase(text: string): string {
  return `"${text.replaceAll('"', ' ').trim()}"`
}

/** The words of a phrase; null where they may stand anywhere. */
export function phraseIn(search: string): string | null {
  return /^"([^"]+)"$/.exec(search)?.[1] ?? null
}

export function hasSeveralWords(search: string): boolean {
  return /\S\s+\S/.test(search)
}

/** “watch list”, or all of “refund payment” where the words may stand anywhere. */
export function mentionedInWords(search: string): string {
  const phrase = phraseIn(search)
  return phrase === null && hasSeveralWords(search) ? `all of “${search}”` : `“${phrase ?? search}”`
}
