export type NoteKind = 'footnote' | 'endnote'

/** The marks that tie the footnotes and endnotes of a Word document to their places: numbered by kind, in the order of the text. */
export class NoteMarks {
  readonly #marks: Record<NoteKind, Map<string, string>> = { footnote: new Map(), endnote: new Map() }

  /** The mark where a note belongs. Endnotes say what they are, so that none is taken for a footnote. */
  at(kind: NoteKind, id: string): string {
    const marks = this.#marks[kind]
    const known = marks.get(id)
    if (known !== undefined) return known
    const mark = `[${kind === 'endnote' ? 'note ' : ''}${marks.size + 1}]`
    marks.set(id, mark)
    return mark
  }

  /** The mark before a note's own text; undefined where the text refers to it by no number. */
  of(kind: NoteKind, id: string): string | undefined {
    return this.#marks[kind].get(id)
  }
}
