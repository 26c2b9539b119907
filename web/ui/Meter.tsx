import type { CSSProperties } from 'react'
import { say } from '../../shared/texts/say.ts'

const SEGMENTS = 10

/** Ten segments; the value is also shown in words beside it. `color` is a token such as `var(--high)`. */
export function Meter({ value, label, color }: { value: number; label: string; color?: string }) {
  const full = Math.round(Math.min(SEGMENTS, Math.max(0, value)))
  return (
    <div
      className="meter"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={SEGMENTS}
      aria-valuenow={value}
      aria-valuetext={say('{value} out of {most}', { value, most: SEGMENTS })}
      style={color ? ({ '--tone': color } as CSSProperties) : {}}
    >
      {Array.from({ length: SEGMENTS }, (_, index) => (
        <i key={index} className={index < full ? 'active' : undefined} />
      ))}
    </div>
  )
}
