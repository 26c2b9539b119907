import { markHits } from '../../documents/common/marks.ts'

/** A text with the hits of a search marked. */
export function Marked({ text, search }: { text: string; search: string }) {
  return markHits(text, search).map((piece, i) => (piece.hit ? <mark key={i}>{piece.text}</mark> : piece.text))
}
