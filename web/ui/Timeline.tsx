import type { ReactNode } from 'react'
import type { Tone } from './classes.ts'

export interface TimelineItem {
  key: string | number
  /** A 12 px icon for the dot. */
  glyph: ReactNode
  tone?: Tone
  title: ReactNode
  detail?: ReactNode
  when: string
  /** The instant behind `when`, ISO. */
  at?: string
}

/** Events, newest first. */
export function Timeline({ items, label }: { items: readonly TimelineItem[]; label: string }) {
  return (
    <ol className="timeline" aria-label={label} tabIndex={-1}>
      {items.map((item) => (
        <li key={item.key}>
          <span className={item.tone ? `dot tone-${item.tone}` : 'dot'} aria-hidden="true">
            {item.glyph}
          </span>
          <span>
            {item.title}
            {item.detail && <span className="detail">{item.detail}</span>}
          </span>
          <time className="when" dateTime={item.at}>
            {item.when}
          </time>
        </li>
      ))}
    </ol>
  )
}
