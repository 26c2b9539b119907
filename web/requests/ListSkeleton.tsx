import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { PAGE_SIZE } from './list-state.ts'
import type { Layout } from './use-layout.ts'

/** Percent of the title column, so that the bars do not look like a barcode. */
const TITLES = [82, 64, 90, 55, 74, 68, 86, 60, 78, 70]
const ROWS = Array.from({ length: PAGE_SIZE }, (_, i) => i)
const LABEL = 'Loading requests'

/** The bars of a row, one for each column of the table. */
function bars(row: number, layout: Exclude<Layout, 'blocks'>) {
  const title = <Skeleton width={`${TITLES[row]}%`} />
  const [priority, badge, due, label] = [64, 96, 76, 88].map((width) => <Skeleton key={width} width={width} />)
  const [number, actions] = [<Skeleton key="n" width={98} />, <Skeleton key="a" width="100%" />]
  return layout === 'wide'
    ? [
        number,
        title,
        <Skeleton key="d" width={84} />,
        priority,
        badge,
        <Skeleton key="p" width={90} />,
        due,
        label,
        actions,
      ]
    : [number, title, priority, badge, due, label, actions]
}

/** Rows of the table that comes, in its own columns, so that nothing moves when they are there. */
export function SkeletonRows({ layout }: { layout: Exclude<Layout, 'blocks'> }) {
  return (
    <tbody className="after-200 sk-body" aria-hidden="true">
      {ROWS.map((row) => (
        <tr key={row}>
          {bars(row, layout).map((bar, column) => (
            <td key={column}>{bar}</td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** Says in words that the list is loading; on a phone with the blocks that come. */
export function ListSkeleton({ layout }: { layout: Layout }) {
  if (layout !== 'blocks') return <Loading label={LABEL}>{null}</Loading>
  return (
    <Loading label={LABEL}>
      {ROWS.map((row) => (
        <div key={row} className="sk-block">
          <Skeleton width={98} />
          <Skeleton width={84} height={22} />
          <Skeleton width={`${TITLES[row]}%`} height={16} />
          <Skeleton width={150} />
          <Skeleton width={70} />
        </div>
      ))}
    </Loading>
  )
}
