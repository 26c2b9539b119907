import { memo, useEffect, useLayoutEffect, useMemo, useRef, type CSSProperties, type ReactNode } from 'react'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { MarginNumbers } from './MarginNumbers.tsx'
import { type PaneProps, useEndKeys, useFocusHandover } from './pane-props.ts'
import { usePagesInView } from './pages-in-view.ts'
import { useMarks } from './use-marks.ts'
import { useScrollTo } from './use-scroll-to.ts'
import { usePaneSize } from './use-pane-size.ts'
import { useZooming } from './use-zooming.ts'
import { scaleOf, type Zoom } from './zoom.ts'
import styles from './viewer.module.css'

export interface SheetSize {
  width: number
  height: number
}

export interface ZoomProps {
  zoom: Zoom
  onZoom: (zoom: Zoom) => void
  /** called with the effective scale of the zoom */
  onScale: (scale: number) => void
}

interface SheetsProps extends PaneProps, ZoomProps {
  /** of the whole pane */
  label: string
  /** in CSS pixels at 100% */
  sizes: readonly SheetSize[]
  /** Renders a sheet; called only for those near the view. */
  draw: (page: number, scale: number) => ReactNode
}

interface SheetProps {
  page: number
  label: string
  size: SheetSize
  children: ReactNode
}

const Sheet = memo(function Sheet({ page, label, size, children }: SheetProps) {
  const shape = { '--width': size.width, '--height': size.height } as CSSProperties
  return (
    <section data-page={page} className={styles.sheet} style={shape} aria-label={label}>
      {children}
    </section>
  )
})

function widestOf(sizes: readonly SheetSize[]): SheetSize {
  let [width, height] = [0, 0]
  for (const size of sizes) [width, height] = [Math.max(width, size.width), Math.max(height, size.height)]
  return { width, height }
}

/** Column of pages of fixed sizes, zoomed together. Only those near the view are rendered. */
export function Sheets({
  label,
  sizes,
  draw,
  zoom,
  onZoom,
  onScale,
  marks,
  target,
  onPage,
  onPlace,
  focusFrom,
}: SheetsProps) {
  const pane = useRef<HTMLDivElement>(null)
  const room = usePaneSize(pane)
  const widest = useMemo(() => widestOf(sizes), [sizes])
  const scale = room ? scaleOf(zoom, widest, room) : null
  const { current, first, last } = usePagesInView(pane)
  useEffect(() => onPage(current), [current, onPage])
  useLayoutEffect(() => {
    if (scale !== null) onScale(scale)
  }, [scale, onScale])
  useZooming(pane, { scale, sizes, onZoom })
  const numbers = useMarks(pane, marks)
  useScrollTo(pane, target)
  useFocusHandover(pane, { focusFrom })
  useEndKeys(pane)
  const near = (page: number) => page >= first - 1 && page <= last + 1
  return (
    <Scrolling ref={pane} className={styles.desk} label={label}>
      <div className={styles.sheets} style={{ '--scale': scale ?? 1 } as CSSProperties}>
        {scale !== null &&
          sizes.map((size, i) => (
            <Sheet
              key={i}
              page={i + 1}
              size={size}
              label={sizes.length > 1 ? `Page ${i + 1} of ${sizes.length}` : 'Page 1'}
            >
              {near(i + 1) && (
                <>
                  {draw(i + 1, scale)}
                  <MarginNumbers
                    numbers={numbers}
                    page={i + 1}
                    height={size.height * scale}
                    current={marks.currentPlace}
                    onPlace={onPlace}
                  />
                </>
              )}
            </Sheet>
          ))}
      </div>
    </Scrolling>
  )
}
