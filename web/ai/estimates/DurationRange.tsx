import type { TimeEstimate } from '../../../shared/estimates.ts'
import { dayRange, isTooWide } from '../../../shared/estimated-days.ts'
import { countScale } from '../../ui/charts/scale.ts'
import { count } from '../../ui/count.ts'
import styles from './analysis.module.css'

const STEPS = 6
const MIDDLE = 32
const AXIS = 58

/**
 * The ranges on a scale of days: four in five as a bar, the middle half dashed, the estimate as a line, the duration of each
 * comparable as a ring. Where the comparables differ too much, neither half nor estimate is drawn.
 */
export function DurationRange({ estimate }: { estimate: TimeEstimate }) {
  const { estimatedDays, low, high, comparables, unit, details } = estimate
  const { max, ticks } = countScale(Math.max(high, estimatedDays, ...comparables.map(({ days }) => days)) * 1.02, STEPS)
  const at = (days: number) => `${(Math.min(days, max) / max) * 100}%`
  const across = (from: number, to: number) => `${(Math.max(0, Math.min(to, max) - from) / max) * 100}%`
  const tooWide = isTooWide(estimate)
  const half = tooWide ? undefined : (details?.half ?? estimate)
  const likeliest = dayRange(estimatedDays, estimatedDays, unit)
  const label = tooWide
    ? `Four in five between ${dayRange(low, high, unit)}`
    : `Estimate ${likeliest}, ${details ? `half between ${dayRange(details.half.low, details.half.high, unit)}, ` : ''}four in five between ${dayRange(low, high, unit)}`
  // Anchored so that the label stays inside the picture at both ends.
  const share = estimatedDays / max
  const anchor = share < 0.15 ? 'start' : share > 0.85 ? 'end' : 'middle'
  return (
    <svg className={styles.range} role="img" aria-label={label} width="100%" height="68">
      {ticks.map((tick, i) => (
        <g key={tick}>
          <line x1={at(tick)} x2={at(tick)} y1="18" y2="44" stroke="var(--line)" />
          <text x={at(tick)} y={AXIS} dy="6" textAnchor={i === 0 ? 'start' : i === ticks.length - 1 ? 'end' : 'middle'}>
            {count(tick)}
          </text>
        </g>
      ))}
      <rect x={at(low)} width={across(low, high)} y={MIDDLE - 2} height="4" rx="2" fill="var(--blue-line)" />
      {half && (
        <rect
          x={at(half.low)}
          width={across(half.low, half.high)}
          y={MIDDLE - 10}
          height="20"
          rx="4"
          fill="var(--blue-soft)"
          stroke="var(--blue)"
          strokeDasharray="3 2"
        />
      )}
      {comparables.map(({ id, days }) => (
        <circle key={id} cx={at(days)} cy={MIDDLE} r="4" fill="var(--surface)" stroke="var(--blue)" strokeWidth="1.5" />
      ))}
      {!tooWide && (
        <>
          <line x1={at(estimatedDays)} x2={at(estimatedDays)} y1="16" y2="46" stroke="var(--ink)" strokeWidth="2" />
          <text className={styles.now} x={at(estimatedDays)} y="11" textAnchor={anchor}>
            {likeliest}
          </text>
        </>
      )}
    </svg>
  )
}
