import type { ReactNode } from 'react'
import { chancePercent, formatChance } from '../../../shared/chance.ts'
import { Progress } from '../../ui/Progress.tsx'
import styles from './confidence.module.css'

/** How sure the engine is: the rounded percentage, a bar, and what the figure means. */
export function Confidence({ value, children }: { value: number; children?: ReactNode }) {
  const shown = formatChance(value)
  return (
    <div className={styles.confidence}>
      <div className="row between text-13">
        <span className="soft">Confidence</span>
        <b className="semibold">{shown}</b>
      </div>
      <Progress value={chancePercent(value)} label={`Confidence ${shown}`} />
      {children && <div className="text-12 muted">{children}</div>}
    </div>
  )
}
