const HEIGHT = 40
const STEP = 8
const BAR = 6

/**
 * A row of small bars without axes, the last one full and the others pale: the current week among the weeks before it.
 * @param label what the values are, for people who cannot see them: "Created per week, last 12 weeks"
 */
export function TrendBars({ values, label }: { values: readonly number[]; label: string }) {
  const largest = Math.max(1, ...values)
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${values.length * STEP} ${HEIGHT}`}
      role="img"
      aria-label={`${label}: ${values.join(', ')}`}
    >
      {values.map((value, index) => {
        const height = value === 0 ? 1 : 2 + (value / largest) * (HEIGHT - 4)
        return (
          <rect
            // The weeks never change order, so the index is the key.
            key={index}
            x={index * STEP + 1}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            rx={1}
            fill="var(--tone)"
            opacity={index === values.length - 1 ? 1 : 0.38}
          />
        )
      })}
    </svg>
  )
}
