import type { Piece } from './word-diff.ts'
import styles from './differing.module.css'

/** A text in which the words missing from the other version are marked. */
export function DiffText({ pieces, as: Mark }: { pieces: Piece[]; as: 'ins' | 'del' }) {
  return (
    <span className={styles.differing} dir="auto">
      {pieces.map((piece, i) => (piece.changed ? <Mark key={i}>{piece.text}</Mark> : piece.text))}
    </span>
  )
}
