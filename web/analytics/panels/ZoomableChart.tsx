import { type ReactNode, useRef } from 'react'
import type { Flow } from '../../../shared/analytics/flow.ts'
import { useZoom } from '../../ui/charts/use-zoom.ts'
import { periodWords } from '../../ui/formats/periods.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import type { PanelProps } from './panel-props.ts'

interface ZoomableChartProps {
  period: Flow['period']
  onPeriod: PanelProps['onPeriod']
  /** why there is nothing to draw, else null */
  empty: string | null
  children: (onBrush: PanelProps['onPeriod']) => ReactNode
}

/** A chart that zooms, or its empty state, which keeps the way back from a zoom into days without figures. */
export function ZoomableChart({ period, onPeriod, empty, children }: ZoomableChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const zoom = useZoom(period, onPeriod)
  const keepFocus = useFocusFallback(box, '[data-mark][tabindex="0"], button', empty)
  const zoomOut = () => {
    keepFocus()
    zoom.out()
  }
  const zoomTo = (from: string, to: string) => {
    keepFocus()
    zoom.to(from, to)
  }
  return (
    <div ref={box}>
      {empty === null ? (
        children(zoomTo)
      ) : (
        <EmptyState
          title="Nothing to draw"
          level={3}
          actions={zoom.isZoomed && <Button onClick={zoomOut}>Zoom out</Button>}
        >
          {empty} in {periodWords(period.from, period.to)}. A longer period or fewer filters may have some.
        </EmptyState>
      )}
    </div>
  )
}
