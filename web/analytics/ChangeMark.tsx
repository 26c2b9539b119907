import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/Icon.tsx'
import type { Change } from './words.ts'
import styles from './summary.module.css'

/** How a figure changed: an arrow and words, and a colour where one direction is better. */
export function ChangeMark({ change: { text, isUp, isGood } }: { change: Change }) {
  const tone = isGood === null ? 'muted' : isGood ? styles.good : styles.bad
  return (
    <span className={classes(styles.change, tone)}>
      {isUp !== null && <Icon of={isUp ? ArrowUp : ArrowDown} size="s" label={isUp ? 'up' : 'down'} />}
      {text}
    </span>
  )
}
