import { Button } from '../../ui/Button.tsx'
import { showChangedList, useChangedList } from '../common/changed-lists.ts'
import type { Layout } from './use-layout.ts'
import styles from './changed-rows.module.css'
import { say } from '../../../shared/texts/say.ts'

interface ChangedRowsProps {
  address: string
  onShow: () => void
  layout: Layout
}

/** "3 new": loads rows that came while the list was open. Until it is pressed, no row moves. */
export function ChangedRows({ address, onShow, layout }: ChangedRowsProps) {
  const changed = useChangedList(address)
  const show = () => {
    onShow()
    showChangedList(address)
  }
  return (
    <div role="status" className={styles.changed} data-layout={layout}>
      {changed && (
        <Button size="small" onClick={show}>
          {changed.added > 0 ? say('{added} new', { added: changed.added }) : say('Show changes')}
        </Button>
      )}
    </div>
  )
}
