import { spreadLabels, valueScale, type Plot } from './plot.ts'
import { DASHES } from './reference-lines.tsx'
import type { AgeStrip } from './AgeChart.tsx'
import styles from './plots.module.css'

const SHADES = [
  { from: null, to: 'p50', opacity: 0.03 },
  { from: 'p50', to: 'p85', opacity: 0.08 },
  { from: 'p85', to: 'p95', opacity: 0.16 },
  { from: 'p95', to: null, opacity: 0.28 },
] as const

interface AgeBandsProps {
  plot: Plot
  bands: NonNullable<AgeStrip['bands']>
  /** age at the top of the plot */
  top: number
  /** whether the lines have their shares at the right */
  isNamed: boolean
}

/** Shaded bands, with a line at the ages by which 50, 85 and 95 per cent had left. */
export function AgeBands({ plot, bands, top, isNamed }: AgeBandsProps) {
  const y = valueScale(plot, [0, top])
  const lines = [50, 85, 95] as const
  const valueOf = (share: (typeof lines)[number]) => bands[`p${share}`]
  const places = spreadLabels(
    lines.map((share) => y(valueOf(share))),
    15,
    [plot.top, plot.top + plot.height],
  )
  return (
    <>
      {SHADES.map(({ from, to, opacity }) => {
        const lower = y(from === null ? 0 : bands[from])
        const upper = to === null ? plot.top : y(bands[to])
        return (
          <rect
            key={to}
            x={plot.left}
            width={plot.width}
            y={upper}
            height={Math.max(0, lower - upper)}
            fill="var(--chart-3)"
            fillOpacity={opacity}
          />
        )
      })}
      {lines.map((share, index) => (
        <g key={share}>
          <line
            className={styles.line}
            x1={plot.left}
            x2={plot.left + plot.width}
            y1={y(valueOf(share))}
            y2={y(valueOf(share))}
            strokeDasharray={DASHES[share]}
            strokeOpacity={share === 85 ? 1 : 0.55}
          />
          {isNamed && (
            <text x={plot.left + plot.width + 6} y={(places[index] ?? 0) + 4}>
              {share}%
            </text>
          )}
        </g>
      ))}
    </>
  )
}
