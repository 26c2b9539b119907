import type { ReactNode } from 'react'

/** A grey bar in the place of text. Sizes are CSS lengths. */
export function Skeleton({ width = '100%', height = 12 }: { width?: number | string; height?: number | string }) {
  return <span className="skeleton" style={{ width, height }} />
}

/** Holds skeletons back for 200 ms, and says once in words that something is loading. */
export function Loading({ label = 'Loading', children }: { label?: string; children: ReactNode }) {
  return (
    <div className="after-200" role="status">
      <span className="visually-hidden">{label}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}
