import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { keepList } from '../../vocabulary/kept-list.ts'
import { useOwnData } from '../../client/own-data.ts'
import { ReadError } from '../../errors/ReadError.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { Pager } from '../../ui/Pager.tsx'
import { usePrintTime } from '../../ui/print-time.ts'
import { listOptions } from '../../vocabulary/api.ts'
import { useClassificationCheck } from '../../vocabulary/classifying.ts'
import { nearInstant } from '../../formats/dates.ts'
import { CorrectedNote } from './CorrectedNote.tsx'
import { ListMissing } from './ListMissing.tsx'
import { filtersOf, listPart, PAGE_SIZE } from '../../vocabulary/list-state.ts'
import { ListSkeleton, SkeletonRows } from './ListSkeleton.tsx'
import { ListTools } from './ListTools.tsx'
import { NoRequests } from './NoRequests.tsx'
import { PrintedList } from './PrintedList.tsx'
import { RequestBlocks } from './RequestBlocks.tsx'
import { RequestTable, TableHead } from './RequestTable.tsx'
import { useLayout } from './use-layout.ts'
import { useListState } from '../../vocabulary/use-list-state.ts'
import { useOpenRequest } from '../../vocabulary/use-open-request.ts'
import { useRowFocus } from './use-row-focus.ts'
import '../requests.css'

/**
 * Recent RFD Requests. What it shows is in the address: search, filters, order and page.
 * @param props.actions buttons of the screen, at the end of the tools
 */
export function RequestList({ actions }: { actions?: ReactNode }) {
  const [state, change] = useListState()
  const { openRow } = useOpenRequest()
  const { pathname, search } = useLocation()
  useEffect(() => keepList(pathname, listPart(search)), [pathname, search])
  const list = useQuery({ ...listOptions(state), placeholderData: keepPreviousData })
  const { shown, isBefore, missing } = useOwnData(list)
  useClassificationCheck(shown?.requests, listOptions(state).queryKey[0] as string)
  // What was read last, to go back to, and for the pages' buttons while the page asked for isn't there.
  const [read, setRead] = useState({ state, list: shown })
  if (shown && !isBefore && (read.list !== shown || read.state !== state)) setRead({ state, list: shown })
  const sizes = shown ?? (filtersOf(read.state) === filtersOf(state) ? read.list : undefined)
  const section = useRef<HTMLElement>(null)
  const layout = useLayout(section)
  const keepFocus = useFocusFallback(section, 'input', shown)
  const keepRow = useRowFocus(section, shown)
  const searched = shown?.corrected ?? state.search
  const isPrinted = usePrintTime() !== null
  const waiting = isBefore || (list.isFetching && list.isError)

  return (
    <section className="card request-list" aria-label="Recent RFD Requests" ref={section}>
      <ListTools
        state={state}
        change={change}
        heading={<h2 className="h-14">Recent RFD Requests</h2>}
        actions={actions}
      />
      {list.isError && (
        <div className="list-error">
          <ReadError
            title="Failed to fetch requests"
            query={list}
            safe={shown && `Last loaded: ${nearInstant(new Date(list.dataUpdatedAt).toISOString())}`}
          />
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- for the keyboard each row has its link */}
      <div
        className={waiting ? 'list-body waiting' : 'list-body'}
        aria-busy={waiting}
        onClick={openRow}
        onFocus={keepRow}
      >
        <CorrectedNote
          state={state}
          corrected={isBefore ? undefined : shown?.corrected}
          change={(part) => {
            keepFocus()
            change(part)
          }}
        />
        {missing && (
          <ListMissing
            why={missing}
            onBack={
              read.list &&
              (() => {
                keepFocus()
                change(read.state)
              })
            }
          />
        )}
        {!shown && !missing && (
          <>
            {layout !== 'blocks' && (
              <table className={`list requests ${layout}`}>
                <TableHead state={state} change={change} layout={layout} />
                <SkeletonRows layout={layout} />
              </table>
            )}
            <ListSkeleton layout={layout} />
          </>
        )}
        {shown &&
          (shown.requests.length === 0 ? (
            <NoRequests
              state={state}
              change={(part) => {
                keepFocus()
                change(part)
              }}
              total={shown.total}
            />
          ) : layout === 'blocks' ? (
            <RequestBlocks requests={shown.requests} search={searched} />
          ) : (
            <RequestTable requests={shown.requests} state={state} search={searched} change={change} layout={layout} />
          ))}
      </div>
      {isPrinted && shown && shown.requests.length > 0 && (
        <PrintedList list={shown} state={isBefore ? read.state : state} />
      )}
      {sizes && sizes.requests.length > 0 && (
        <footer>
          <Pager
            page={state.page}
            shownPage={isBefore ? read.state.page : shown ? state.page : null}
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
