import type { Mark } from './marks.ts'
import { classes } from '../ui/classes.ts'
import styles from './plots.module.css'

/** Room that the tooltip needs above its mark. */
const ROOM = 76

/** Stands beside its mark. The pointer may move onto it; the marks' names say the same to screen readers. */
export function ChartTip({ mark, width }: { mark: Mark; width: number }) {
  const side = mark.x < width * 0.3 ? styles.fromLeft : mark.x > width * 0.7 ? styles.fromRight : null
  const isBelow = mark.y < ROOM
  return (
    <div
      className={classes('tooltip', styles.tip, side, isBelow && styles.below)}
      style={{ left: mark.x, top: mark.y }}
      data-tip
      aria-hidden="true"
    >
      <b>{mark.title}</b>
      {mark.lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  )
}
