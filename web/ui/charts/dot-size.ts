import styles from './plots.module.css'

/** Many points are drawn smaller than few, or they would merge into one patch. */
export function dotSize(points: number): string | undefined {
  if (points < 80) return styles.few
  return points > 600 ? styles.fine : undefined
}
