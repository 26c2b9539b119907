export type NoteKind = 'footnote' | 'endnote'

/** The reference marks of a Word document's footnotes and endnotes: numbered by kind, in the order of the text. */
export class NoteMarks {
  readonly #marks: Record<NoteKind, Map<string, string>> = { footnote: new Map(), endnote: new Map() }

  /** The mark for a reference in the text. Endnotes are labelled, so that none is taken for a footnote. */
  at(kind: NoteKind, id: string): string {
    const marks = this.#marks[kind]
    const known = marks.get(id)
    if (known !== undefined) return known
    const mark = `[${kind === 'endnote' ? 'note ' : ''}${marks.size + 1}]`
    marks.set(id, mark)
    return mark
  }

  /** The mark before a note's own text; undefined where the text has no numbered reference to it. */
  of(kind: NoteKind, id: string): string | undefined {
    return this.#marks[kind].get(id)
  }
}
