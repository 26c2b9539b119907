import type { ReactNode } from 'react'
import { AsOf } from '../AsOf.tsx'

/** What a panel's figures mean, and their time. */
export function Definition({ asOf, children }: { asOf: string; children: ReactNode }) {
  return (
    <>
      <p>{children}</p>
      <p className="muted">
        <AsOf at={asOf} />
      </p>
    </>
  )
}
