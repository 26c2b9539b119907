import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { nearInstant } from '../../ui/formats/dates.ts'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { Pager } from '../../ui/Pager.tsx'
import { usePrintTime } from '../../ui/print-time.ts'
import { listAddress } from '../common/api.ts'
import { storeListState } from '../common/stored-list-state.ts'
import { listPart, PAGE_SIZE } from '../common/list-state.ts'
import { useListState, type ChangeList } from '../common/use-list-state.ts'
import { useOpenRequest } from '../common/use-open-request.ts'
import { ChangedRows } from './ChangedRows.tsx'
import { CorrectedNote } from './CorrectedNote.tsx'
import { ListRows } from './ListRows.tsx'
import { ListTools } from './ListTools.tsx'
import { PrintedList } from './PrintedList.tsx'
import { useLayout } from './use-layout.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useShownList } from './use-shown-list.ts'
import { classes } from '../../ui/classes.ts'
import styles from './list.module.css'
import { say } from '../../../shared/texts/say.ts'

/**
 * Recent RFD Requests. Its state is in the URL: search, filters, order and page.
 * @param props.actions buttons of the screen, at the end of the tools
 */
export function RequestList({ actions }: { actions?: ReactNode }) {
  const [state, change] = useListState()
  const { openRow } = useOpenRequest()
  const { pathname, search } = useLocation()
  useEffect(() => storeListState(pathname, listPart(search)), [pathname, search])
  const { list, shown, missing, read, shownState, isBefore, sizes, isWaiting } = useShownList(state)
  const section = useRef<HTMLElement>(null)
  const layout = useLayout(section)
  const keepRow = useRowFocus(section, shown)
  const keepFocus = useFocusFallback(section, 'input', shown)
  const changeAndLeave: ChangeList = (part, options) => {
    keepFocus()
    change(part, options)
  }
  const isPrinted = usePrintTime() !== null

  return (
    <section className={classes('card', styles.requestList)} aria-label={say('Recent RFD Requests')} ref={section}>
      <ListTools
        state={state}
        change={change}
        requests={shown?.requests}
        heading={<h2 className="h-14">{say('Recent RFD Requests')}</h2>}
        actions={actions}
      />
      {list.isError && (
        <div className={styles.listError}>
          <ReadError
            title={say('Failed to fetch requests')}
            query={list}
            safe={
              shown && say('Last loaded: {when}', { when: nearInstant(new Date(list.dataUpdatedAt).toISOString()) })
            }
          />
        </div>
      )}
      <div className={isWaiting ? classes(styles.listBody, styles.waiting) : styles.listBody} aria-busy={isWaiting}>
        {/* Clicks on rows are for the pointer only: the keyboard uses the link in each row. */}
        <div role="presentation" onClick={openRow} onFocus={keepRow}>
          <CorrectedNote state={state} corrected={isBefore ? undefined : shown?.corrected} change={changeAndLeave} />
          <ChangedRows address={listAddress(state)} onShow={keepFocus} layout={layout} />
          <ListRows {...{ shown, missing, read, state, change, changeAndLeave, layout }} />
        </div>
      </div>
      {isPrinted && shown && shown.requests.length > 0 && <PrintedList list={shown} state={shownState} />}
      {sizes && sizes.requests.length > 0 && (
        <footer>
          <Pager
            page={state.page}
            shownPage={shown ? shownState.page : null}
            total={sizes.total}
            pageSize={PAGE_SIZE}
            exact={sizes.exact}
            onPage={(page) => (page === state.page ? void list.refetch() : change({ page }))}
          />
        </footer>
      )}
    </section>
  )
}
