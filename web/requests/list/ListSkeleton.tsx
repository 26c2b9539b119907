import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { COLUMN_GROUPS, SKELETON_WIDTHS, type TableLayout } from './list-columns.ts'
import { PAGE_SIZE } from '../common/list-state.ts'
import type { Layout } from './use-layout.ts'
import { classes } from '../../ui/classes.ts'
import styles from './list-rows.module.css'
import { say, text } from '../../../shared/texts/say.ts'

/** Percent of the title column, so that the bars do not look like a barcode. */
const TITLES = [82, 64, 90, 55, 74, 68, 86, 60, 78, 70]
const ROWS = Array.from({ length: PAGE_SIZE }, (_, i) => i)
const LABEL = text('Loading requests')

/** Skeleton rows in the columns of the table to come, so that nothing shifts when the rows arrive. */
export function SkeletonRows({ layout }: { layout: TableLayout }) {
  return (
    <tbody className={classes('after-200', styles.skeletonRows)} aria-hidden="true">
      {ROWS.map((row) => (
        <tr key={row}>
          {COLUMN_GROUPS[layout].map((group) => (
            <td key={group[0]} className={group[0] === 'actions' ? 'numeric' : undefined}>
              {group.map((column) => (
                <Skeleton key={column} width={column === 'title' ? `${TITLES[row]}%` : SKELETON_WIDTHS[column]} />
              ))}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** Announces that the list is loading; on a phone also shows skeletons of the blocks. */
export function ListSkeleton({ layout }: { layout: Layout }) {
  if (layout !== 'blocks') return <Loading label={say(LABEL)}>{null}</Loading>
  return (
    <Loading label={say(LABEL)}>
      {ROWS.map((row) => (
        <div key={row} className={styles.skeletonBlock}>
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
