import type { ReactNode } from 'react'
import { Progress } from '../ui/Progress.tsx'
import { percent } from './percent.ts'
import './confidence.css'

/** How sure the engine is: the rounded percentage, a bar, and what the figure means. */
export function Confidence({ value, children }: { value: number; children?: ReactNode }) {
  return (
    <div className="confidence">
      <div className="row between t13">
        <span className="soft">Confidence</span>
        <b className="b">{percent(value)}</b>
      </div>
      <Progress value={Math.round(value * 100)} label={`Confidence ${percent(value)}`} />
      {children && <div className="sm muted">{children}</div>}
    </div>
  )
}
