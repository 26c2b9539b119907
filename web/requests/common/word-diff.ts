import { diffArrays, type ArrayChange } from 'diff'

export interface Piece {
  text: string
  changed: boolean
}

/** With more edits than this, each text is one change: nobody could follow the pieces, and the time is quadratic. */
const MAX_EDITS = 600

function words(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []
}

/** Joins neighbouring pieces. White space between two changes belongs to them, so that a changed phrase is one mark. */
function join(changes: ArrayChange<string>[]): Piece[] {
  const tokens = changes.flatMap(({ value, added, removed }) =>
    value.map((text) => ({ text, changed: added || removed })),
  )
  const pieces: Piece[] = []
  tokens.forEach(({ text, changed: isChanged }, i) => {
    const isBetweenChanges = /^\s+$/.test(text) && tokens[i - 1]?.changed === true && tokens[i + 1]?.changed === true
    const changed = isChanged || isBetweenChanges
    const last = pieces.at(-1)
    if (last && last.changed === changed) last.text += text
    else pieces.push({ text, changed })
  })
  return pieces.flatMap(trimPiece)
}

/** Moves white space at the edges of a mark outside of it, unless the change consists of white space only. */
function trimPiece(piece: Piece): Piece[] {
  if (!piece.changed || piece.text.trim() === '') return [piece]
  const [, before = '', text = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(piece.text) ?? []
  return [
    { text: before, changed: false },
    { text, changed: true },
    { text: after, changed: false },
  ].filter((part) => part.text !== '')
}

/** Splits two texts into pieces; words that the other one lacks are marked as changed. */
export function diffWords(a: string, b: string): { one: Piece[]; other: Piece[] } {
  const [before, after] = [words(a), words(b)]
  const changes = diffArrays(before, after, { maxEditLength: MAX_EDITS }) ?? [
    { value: before, count: before.length, removed: true, added: false },
    { value: after, count: after.length, removed: false, added: true },
  ]
  return {
    one: join(changes.filter(({ added }) => !added)),
    other: join(changes.filter(({ removed }) => !removed)),
  }
}
