import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { PAGE_SIZE } from './list-state.ts'
import type { Layout } from './use-layout.ts'

/** Percent of the title column, so that the bars do not look like a barcode. */
const TITLES = [82, 64, 90, 55, 74, 68, 86, 60, 78, 70]
const ROWS = Array.from({ length: PAGE_SIZE }, (_, i) => i)

/** Shaped like the rows that come. */
export function ListSkeleton({ layout }: { layout: Layout }) {
  return (
    <Loading label="Loading requests">
      <div className={`sk-rows ${layout}`}>
        {ROWS.map((row) => (
          <div key={row} className="sk-row">
            <Skeleton width={98} />
            <Skeleton width={`${TITLES[row]}%`} />
            {layout === 'wide' && <Skeleton width={84} />}
            <Skeleton width={64} height={16} />
            <Skeleton width={96} height={22} />
            {layout === 'wide' && <Skeleton width={90} />}
            <Skeleton width={76} />
            <Skeleton width={88} />
            <Skeleton width={68} />
          </div>
        ))}
      </div>
    </Loading>
  )
}
