import type { ListState } from '../common/list-state.ts'
import type { ChangeList } from '../common/use-list-state.ts'
import { ListMissing } from './ListMissing.tsx'
import { ListSkeleton, SkeletonRows } from './ListSkeleton.tsx'
import { NoRequests } from './NoRequests.tsx'
import { RequestBlocks } from './RequestBlocks.tsx'
import { RequestTable, TableHead } from './RequestTable.tsx'
import type { Layout } from './use-layout.ts'
import type { ShownList } from './use-shown-list.ts'
import { classes } from '../../ui/classes.ts'
import styles from './list-rows.module.css'

interface ListRowsProps extends Pick<ShownList, 'shown' | 'missing' | 'read'> {
  state: ListState
  change: ChangeList
  /** the same, for a button that the change removes from the page */
  changeAndLeave: ChangeList
  layout: Layout
}

/** The rows in their layout, or a skeleton, an error or an empty state. */
export function ListRows({ shown, missing, read, state, change, changeAndLeave, layout }: ListRowsProps) {
  if (missing) return <ListMissing why={missing} onBack={read.list && (() => changeAndLeave(read.state))} />
  if (!shown)
    return (
      <>
        {layout !== 'blocks' && (
          <table className={classes('list', styles.requests)} data-layout={layout}>
            <TableHead state={state} change={change} layout={layout} />
            <SkeletonRows layout={layout} />
          </table>
        )}
        <ListSkeleton layout={layout} />
      </>
    )
  const { requests, total, corrected: search = state.search } = shown
  if (requests.length === 0) return <NoRequests state={state} change={changeAndLeave} total={total} />
  if (layout === 'blocks') return <RequestBlocks requests={requests} search={search} />
  return <RequestTable requests={requests} state={state} search={search} change={change} layout={layout} />
}
