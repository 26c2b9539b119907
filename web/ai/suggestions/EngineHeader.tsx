import type { ReactNode } from 'react'
import type { EngineStamp } from '../../../shared/ai.ts'
import { EngineLine } from './EngineLine.tsx'
import styles from './stamped-head.module.css'

export interface EngineHeaderProps {
  heading: ReactNode
  engine: EngineStamp | undefined
  stamped: string
  action?: ReactNode
}

/** A heading with the time and the engine of the content below it. */
export function EngineHeader({ heading, engine, stamped, action }: EngineHeaderProps) {
  return (
    <div className={styles.head}>
      {heading}
      {engine && (
        <div className={styles.stamp}>
          <EngineLine engine={engine} stamped={stamped} />
        </div>
      )}
      {action}
    </div>
  )
}
