export interface Piece {
  text: string
  changed: boolean
}

/** Above this many comparisons the middle is marked as one change: a reader would not follow the small ones anyway. */
const MOST_COMPARISONS = 4_000_000

function words(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []
}

/** Which words of `a` and of `b` belong to their longest common subsequence. */
function common(a: string[], b: string[]): [boolean[], boolean[]] {
  const inA = a.map(() => false)
  const inB = b.map(() => false)
  if (a.length * b.length > MOST_COMPARISONS) return [inA, inB]
  const width = b.length + 1
  const longest = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => longest[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      inA[i++] = true
      inB[j++] = true
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return [inA, inB]
}

/** Joins neighbours; white space alone between two changes belongs to them, so that a changed phrase is one mark. */
function join(tokens: string[], same: boolean[]): Piece[] {
  const pieces: Piece[] = []
  tokens.forEach((text, i) => {
    const between = same[i] && /^\s+$/.test(text) && same[i - 1] === false && same[i + 1] === false
    const changed = !same[i] || between === true
    const last = pieces.at(-1)
    if (last && last.changed === changed) last.text += text
    else pieces.push({ text, changed })
  })
  return pieces.flatMap(withoutRims)
}

/** A mark begins and ends with a word; only a change that is white space alone is marked as such. */
function withoutRims(piece: Piece): Piece[] {
  if (!piece.changed || piece.text.trim() === '') return [piece]
  const [, before = '', text = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(piece.text) ?? []
  return [
    { text: before, changed: false },
    { text, changed: true },
    { text: after, changed: false },
  ].filter((part) => part.text !== '')
}

/** Two texts as pieces, with the words marked that the other one doesn't have. */
export function diffWords(one: string, other: string): { one: Piece[]; other: Piece[] } {
  const [a, b] = [words(one), words(other)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const [midA, midB] = common(a.slice(start, a.length - end), b.slice(start, b.length - end))
  const around = (middle: boolean[]) => [
    ...Array<boolean>(start).fill(true),
    ...middle,
    ...Array<boolean>(end).fill(true),
  ]
  return { one: join(a, around(midA)), other: join(b, around(midB)) }
}
