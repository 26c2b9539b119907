import styles from './plots.module.css'

/** Many points are drawn finer than few, or they would become one patch. */
export function dotSize(points: number): string | undefined {
  if (points < 80) return styles.few
  return points > 600 ? styles.fine : undefined
}
