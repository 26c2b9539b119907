import type { Mark } from './marks.ts'
import { classes } from '../classes.ts'
import styles from './plots.module.css'

/** Height that the tooltip needs above its mark. */
const ROOM = 76

/** Tooltip beside its mark. The pointer may move onto it; screen readers get the same from the marks' names. */
export function ChartTip({ mark, width }: { mark: Mark; width: number }) {
  const side = mark.x < width * 0.3 ? styles.fromLeft : mark.x > width * 0.7 ? styles.fromRight : null
  // A mark as high as the plot would have its tooltip under the pointer, so it is placed on top of the plot.
  const top = mark.box && mark.box.height > ROOM ? mark.box.y : null
  const isBelow = top === null && mark.y < ROOM
  return (
    <div
      className={classes('tooltip', styles.tip, side, isBelow && styles.below)}
      style={{ left: mark.x, top: top === null ? mark.y : top + 8 }}
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
