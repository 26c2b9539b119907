import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { Link } from 'react-router'
import { useCloseOnEscape } from '../floating.ts'
import { ChartTip } from './ChartTip.tsx'
import { boxOf, type Mark } from './marks.ts'
import type { Plot } from './plot.ts'
import { useBrush, type Brush } from './use-brush.ts'
import { usePointedMark, type Point } from './use-pointed-mark.ts'
import { useTabStop } from './use-tab-stop.ts'
import { useFocusKeepingBrush } from './use-focus-keeping-brush.ts'
import styles from './plots.module.css'
import { say } from '../../../shared/texts/say.ts'

interface MarkLayerProps {
  /** what the chart shows, for the group's name */
  label: string
  plot: Plot
  width: number
  /** positions of the marks, in keyboard order */
  points: readonly Point[]
  markAt: (index: number) => Mark
  /** the mark at a pointer position; by default the nearest one */
  find?: (at: Point) => number | null
  brush?: Brush | undefined
}

/**
 * Layer of a chart for pointer, keyboard and screen reader; the drawing below it is visual only. It is one stop for the Tab key,
 * and renders only the mark with keyboard focus and the one under the pointer, however many marks there are.
 */
export function MarkLayer({ label, plot, width, points, markAt, find, brush }: MarkLayerProps) {
  const layer = useRef<HTMLDivElement>(null)
  const [hasFocus, setFocus] = useState(false)
  const [isDismissed, setDismissed] = useState(false)
  const selection = useFocusKeepingBrush(layer, plot, brush)
  const pointed = usePointedMark({ layer, points, find, selection, onEnter: () => setDismissed(false) })
  const { stop, onKeyDown } = useTabStop({
    layer,
    points,
    selection,
    onMove: () => {
      setDismissed(false)
      pointed.clear()
    },
  })
  const tipAt = isDismissed || selection.isOpen ? null : (pointed.index ?? (hasFocus ? stop : null))
  useCloseOnEscape(selection.isOpen || tipAt !== null, () => {
    if (selection.isOpen) selection.clear()
    else setDismissed(true)
  })
  if (points.length === 0) return null

  const drawn = [...new Set([stop, ...(pointed.index === null ? [] : [pointed.index])])]
  return (
    <div
      ref={layer}
      className={styles.layer}
      data-apart
      data-brush={brush ? '' : undefined}
      onFocus={() => setFocus(true)}
      onBlur={(event) => {
        if (layer.current?.contains(event.relatedTarget)) return
        selection.onBlur(event)
        setFocus(false)
        setDismissed(false)
      }}
      onPointerDown={pointed.onPointerDown}
      onPointerMove={pointed.onPointerMove}
      onPointerUp={selection.onPointerUp}
      onPointerCancel={selection.onPointerCancel}
      onPointerLeave={pointed.onPointerLeave}
    >
      <div
        role="group"
        className={styles.marks}
        aria-label={
          brush
            ? say('{label}. Arrow keys move between marks, with Shift they select a period.', { label })
            : say('{label}. Arrow keys move between marks.', { label })
        }
      >
        {drawn.map((index) => (
          <MarkElement
            key={index}
            mark={markAt(index)}
            index={index}
            isStop={index === stop}
            onKeyDown={onKeyDown}
            isClickOfDrag={selection.isClickOfDrag}
          />
        ))}
      </div>
      <SelectedPeriod plot={plot} selection={selection} />
      {tipAt !== null && <ChartTip mark={markAt(tipAt)} width={width} />}
    </div>
  )
}

/** The selected days, their announcement, and the button that zooms out. */
function SelectedPeriod({ plot, selection }: { plot: Plot; selection: ReturnType<typeof useBrush> }) {
  const { shown, words, canZoomOut, zoomOut } = selection
  return (
    <>
      {shown && (
        <div
          className={styles.chosen}
          style={{ left: shown.x0, width: shown.x1 - shown.x0, top: plot.top, height: plot.height }}
        />
      )}
      <span role="status" className="visually-hidden">
        {words}
      </span>
      {canZoomOut && (
        <button type="button" className={styles.zoomOut} onClick={zoomOut}>
          {say('Zoom out')}
        </button>
      )}
    </>
  )
}

interface MarkElementProps {
  mark: Mark
  index: number
  isStop: boolean
  onKeyDown: (event: KeyboardEvent) => void
  isClickOfDrag: (event: MouseEvent) => boolean
}

function MarkElement({ mark, index, isStop, onKeyDown, isClickOfDrag }: MarkElementProps) {
  const { x, y, width, height } = boxOf(mark)
  const common = {
    className: styles.mark,
    style: { left: x, top: y, width, height },
    tabIndex: isStop ? 0 : -1,
    'data-mark': index,
    'aria-label': mark.name,
    draggable: false,
    onKeyDown,
  }
  if (!mark.link) return <span role="img" {...common} />
  const { to, onClick } = mark.link
  const open = (event: MouseEvent) => {
    if (isClickOfDrag(event)) event.preventDefault()
    else onClick?.(event)
  }
  return <Link to={to} onClick={open} {...common} />
}
