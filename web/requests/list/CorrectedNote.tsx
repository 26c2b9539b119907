import type { ListState } from '../common/list-state.ts'
import type { ChangeList } from '../common/use-list-state.ts'
import styles from './list.module.css'
import { sayNodes } from '../../ui/say-nodes.ts'

interface CorrectedNoteProps {
  state: ListState
  corrected: string | undefined
  change: ChangeList
}

/** Says that the rows are the result of a corrected search, and offers the search as typed. */
export function CorrectedNote({ state, corrected, change }: CorrectedNoteProps) {
  const typed = state.search.trim()
  // Always rendered: a live region must exist before its text, to be announced.
  return (
    <p className={styles.corrected} role="status">
      {corrected !== undefined && (
        <>
          <span>
            {sayNodes('No requests match “{typed}”. Showing results for “{corrected}”.', {
              typed: <bdi>{typed}</bdi>,
              corrected: (
                <b>
                  <bdi>{corrected}</bdi>
                </b>
              ),
            })}
          </span>{' '}
          <button type="button" className="link-button" onClick={() => change({ literal: true })}>
            {sayNodes('Search only for “{typed}”', { typed: <bdi>{typed}</bdi> })}
          </button>
        </>
      )}
    </p>
  )
}
