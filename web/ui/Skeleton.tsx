import type { ReactNode } from 'react'
import { say } from '../../shared/texts/say.ts'

/** A grey bar in place of text. Sizes are CSS lengths. */
export function Skeleton({ width = '100%', height = 12 }: { width?: number | string; height?: number | string }) {
  return <span className="skeleton" style={{ width, height }} />
}

/** Delays skeletons by 200 ms, and announces once to screen readers that something is loading. */
export function Loading({ label = say('Loading'), children }: { label?: string; children: ReactNode }) {
  return (
    <div className="after-200" role="status">
      <span className="visually-hidden">{label}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}
