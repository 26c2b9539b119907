import { Minus, MoveHorizontal, Plus, RectangleVertical } from 'lucide-react'
import { IconButton } from '../../ui/IconButton.tsx'
import { MIN_SCALE, MAX_SCALE, nextStep, type Zoom } from './zoom.ts'
import styles from './viewer.module.css'

interface ZoomToolsProps {
  zoom: Zoom
  scale: number
  onZoom: (zoom: Zoom) => void
}

export function ZoomTools({ zoom, scale, onZoom }: ZoomToolsProps) {
  const step = (by: 1 | -1) => onZoom(nextStep(scale, by))
  return (
    <span className={styles.zoom} role="group" aria-label="Zoom">
      <IconButton
        size="small"
        label="Zoom out"
        icon={Minus}
        aria-disabled={scale <= MIN_SCALE}
        onClick={() => step(-1)}
      />
      <span className={styles.percent} aria-live="polite">
        {Math.round(scale * 100)}%
      </span>
      <IconButton size="small" label="Zoom in" icon={Plus} aria-disabled={scale >= MAX_SCALE} onClick={() => step(1)} />
      {zoom === 'width' ? (
        <IconButton size="small" label="Fit page" icon={RectangleVertical} onClick={() => onZoom('page')} />
      ) : (
        <IconButton size="small" label="Fit width" icon={MoveHorizontal} onClick={() => onZoom('width')} />
      )}
    </span>
  )
}
