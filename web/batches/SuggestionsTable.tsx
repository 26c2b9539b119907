import type { BatchItem } from '../../shared/ai-batches.ts'
import { Scrolling } from '../ui/Scrolling.tsx'
import { SEQUENCE } from '../vocabulary/linked-requests.ts'
import { BatchRow } from './BatchRow.tsx'
import type { Decision } from './use-decisions.ts'
import styles from './batch.module.css'

const HEADS = ['Request', 'Priority', 'Department', 'Type', 'Estimate', 'Confidence', 'Decision']

interface SuggestionsTableProps {
  rows: readonly BatchItem[]
  /** why a row could not be stored, by its item */
  failures: ReadonlyMap<number, string>
  busy: boolean
  onDecide: (items: Decision[]) => void
  onUndo: (itemIds: number[]) => void
}

export function SuggestionsTable({ rows, failures, busy, onDecide, onUndo }: SuggestionsTableProps) {
  return (
    <Scrolling label="Suggestions" className={styles.box}>
      <table className={styles.table}>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...SEQUENCE}>
          {rows.map((item) => (
            <BatchRow
              key={item.itemId}
              item={item}
              failure={failures.get(item.itemId)}
              busy={busy}
              onDecide={(decision) => onDecide([{ itemId: item.itemId, ...decision }])}
              onUndo={() => onUndo([item.itemId])}
            />
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}
