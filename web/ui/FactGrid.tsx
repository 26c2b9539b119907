import type { ReactNode } from 'react'

export interface Fact {
  label: string
  value: ReactNode
  /** Columns out of twelve; three by default. */
  span?: 4 | 6 | 12
}

/** Labelled boxes, as on a declaration form. */
export function FactGrid({ boxes }: { boxes: readonly Fact[] }) {
  return (
    <dl className="record">
      {boxes.map((box) => (
        <div key={box.label} className={box.span ? `span-${box.span}` : undefined}>
          <dt className="caption">{box.label}</dt>
          <dd className="value">{box.value}</dd>
        </div>
      ))}
    </dl>
  )
}
