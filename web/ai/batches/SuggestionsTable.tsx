import { Fragment } from 'react'
import type { BatchItem } from '../../../shared/ai-batches.ts'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { AS } from '../../ui/table-roles.ts'
import { SEQUENCE } from '../../requests/common/linked-requests.ts'
import { BatchRow } from './BatchRow.tsx'
import type { Decision } from './use-decisions.ts'
import { differenceOf } from './views.ts'
import styles from './batch.module.css'

const HEADS = ['Request', 'Priority', 'Department', 'Type', 'Estimate', 'Confidence', 'Decision']

interface SuggestionsTableProps {
  rows: readonly BatchItem[]
  /** rows with the same difference share a heading */
  grouped: boolean
  /** why a row could not be stored, by item id */
  failures: ReadonlyMap<number, string>
  busy: boolean
  mayDecide: boolean
  onDecide: (items: Decision[]) => void
  onUndo: (itemIds: number[]) => void
}

export function SuggestionsTable(props: SuggestionsTableProps) {
  const { rows, grouped, failures, busy, mayDecide, onDecide, onUndo } = props
  return (
    <Scrolling label="Suggestions" className={styles.box}>
      <table {...AS.table} className={styles.table}>
        <thead {...AS.group}>
          <tr {...AS.row}>
            {HEADS.map((head) => (
              <th {...AS.columnHead} key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...AS.group} {...SEQUENCE}>
          {rows.map((item, i) => (
            <Fragment key={item.itemId}>
              {grouped && isFirstOfGroup(rows, i) && (
                <tr {...AS.row} className={styles.group} data-group="">
                  <th {...AS.rowHead} colSpan={HEADS.length} scope="colgroup">
                    {differenceOf(item)}
                  </th>
                </tr>
              )}
              <BatchRow
                item={item}
                failure={failures.get(item.itemId)}
                busy={busy}
                mayDecide={mayDecide}
                onDecide={(decision) => onDecide([{ itemId: item.itemId, ...decision }])}
                onUndo={() => onUndo([item.itemId])}
              />
            </Fragment>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

function isFirstOfGroup(rows: readonly BatchItem[], at: number): boolean {
  const before = rows[at - 1]
  return before === undefined || differenceOf(before) !== differenceOf(rows[at]!)
}
