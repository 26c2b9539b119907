import { Loading, Skeleton } from '../Skeleton.tsx'
import styles from './charts.module.css'

const BARS = [46, 62, 54, 70, 58, 78, 66, 84, 60, 72, 88, 64]
const ROWS = 5

/** Skeleton of a chart, as high as the chart itself. */
export function ChartLoading({ label, shape }: { label: string; shape: 'bars' | 'rows' }) {
  return (
    <Loading label={label}>
      {shape === 'bars' ? (
        <div className={styles.skeletonBars}>
          {BARS.map((height, index) => (
            <Skeleton key={index} height={`${height}%`} />
          ))}
        </div>
      ) : (
        <div className={styles.skeletonRows}>
          <Skeleton />
          {Array.from({ length: ROWS }, (_, index) => (
            <Skeleton key={index} width={`${90 - index * 9}%`} />
          ))}
        </div>
      )}
    </Loading>
  )
}
