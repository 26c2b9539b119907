/** A note for people as it is stored: its code and values, never its sentence. */
export interface StoredNote {
  code: string
}

export function storeNotes(notes: readonly StoredNote[]): string {
  return JSON.stringify(notes)
}

/** The sentences of stored notes. Rows from before there were codes have the sentence itself. */
export function notesInWords<N extends StoredNote>(
  stored: string | null,
  sentenceOf: (note: N) => string,
): string | null {
  if (stored === null || !stored.startsWith('[{"')) return stored
  // Written by `storeNotes` with notes of this kind.
  return (JSON.parse(stored) as N[]).map(sentenceOf).join(' ')
}
