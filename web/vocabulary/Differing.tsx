import type { Piece } from './word-diff.ts'
import styles from './differing.module.css'

/** A text with the words marked that the other version doesn't have. */
export function Differing({ pieces, as: Mark }: { pieces: Piece[]; as: 'ins' | 'del' }) {
  return (
    <span className={styles.differing} dir="auto">
      {pieces.map((piece, i) => (piece.changed ? <Mark key={i}>{piece.text}</Mark> : piece.text))}
    </span>
  )
}
