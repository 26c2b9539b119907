import { area, line } from 'd3-shape'
import { dayScale, type Plot } from './plot.ts'
import type { AreaSeries } from './AreaChart.tsx'

/** Fill of an area that is told from its neighbours without colour. */
export function HatchPattern({ id, colour }: { id: string; colour: string | undefined }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" fill={colour} fillOpacity="0.35" />
        <rect width="2.5" height="6" fill={colour} />
      </pattern>
    </defs>
  )
}

interface StackedAreasProps {
  plot: Plot
  series: readonly AreaSeries[]
  /** the upper edge of each series */
  tops: number[][]
  days: number
  scale: (value: number) => number
  /** id of the pattern */
  hatch: string
}

export function StackedAreas({ plot, series, tops, days, scale, hatch }: StackedAreasProps) {
  const x = dayScale(plot, days)
  const foot = plot.top + plot.height
  // A single day still has an area: it is drawn as wide as the day.
  const drawnDays = days === 1 ? [0, 0] : Array.from({ length: days }, (_, day) => day)
  const across = (day: number, at: number) => (days === 1 ? x(at === 0 ? -0.5 : 0.5) : x(day))
  return series.map(({ name, colour, fill }, index) => {
    const upper = (day: number) => scale(tops[index]?.[day] ?? 0)
    const lower = (day: number) => (index === 0 ? foot : scale(tops[index - 1]?.[day] ?? 0))
    const shape = area<number>().x(across).y0(lower).y1(upper)(drawnDays) ?? ''
    const rim = line<number>().x(across).y(upper)(drawnDays) ?? ''
    return (
      <g key={name}>
        <path
          d={shape}
          fill={fill === 'hatched' ? `url(#${hatch})` : colour}
          fillOpacity={fill === 'pale' ? 0.22 : fill === 'plain' ? 0.6 : 1}
        />
        <path d={rim} fill="none" stroke={colour} strokeWidth="1.5" />
      </g>
    )
  })
}
