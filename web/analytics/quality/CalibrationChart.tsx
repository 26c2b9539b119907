import { count } from '../../ui/count.ts'
import type { FieldQuality } from './quality.ts'
import { percent } from '../../ui/formats/percent.ts'
import styles from './quality.module.css'

const SIZE = 240
const LEFT = 40
const BOTTOM = 28
const side = SIZE - LEFT - 8
const x = (chance: number) => LEFT + chance * side
const y = (chance: number) => SIZE - BOTTOM - chance * (SIZE - BOTTOM - 8)

/** Stated probability against the share accepted; on the line both agree. Larger points rest on more decisions. */
export function CalibrationChart({ calibration }: { calibration: FieldQuality['calibration'] }) {
  const bins = calibration.filter(({ decided }) => decided > 0)
  const most = Math.max(1, ...bins.map(({ decided }) => decided))
  const label = bins.map(
    ({ from, to, decided, accepted }) =>
      `${percent(from)} to ${percent(to)}: ${percent(accepted / decided)} of ${count(decided)} accepted`,
  )
  return (
    <svg
      className={styles.calibration}
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      role="img"
      aria-label={label.length === 0 ? 'No decisions yet' : label.join('; ')}
    >
      {[0, 0.5, 1].map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={SIZE - 8} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
          <text x={LEFT - 6} y={y(tick)} dy="4" textAnchor="end">
            {percent(tick)}
          </text>
          <text x={x(tick)} y={SIZE - 10} textAnchor={tick === 0 ? 'start' : tick === 1 ? 'end' : 'middle'}>
            {percent(tick)}
          </text>
        </g>
      ))}
      <line x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} stroke="var(--chart-ref)" strokeDasharray="4 3" />
      {bins.map(({ from, to, decided, accepted }) => (
        <circle
          key={from}
          cx={x((from + to) / 2)}
          cy={y(accepted / decided)}
          r={3 + 6 * Math.sqrt(decided / most)}
          fill="var(--chart-1)"
          stroke="var(--surface)"
        />
      ))}
    </svg>
  )
}
