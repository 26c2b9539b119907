import type { ReactNode } from 'react'
import { fullInstant } from '../../formats/dates.ts'

/** What a panel's figures mean, and of when they are. */
export function Definition({ asOf, children }: { asOf: string; children: ReactNode }) {
  return (
    <>
      <p>{children}</p>
      <p className="muted">As of {fullInstant(asOf)}</p>
    </>
  )
}
