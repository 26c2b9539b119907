import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { ReadError } from '../ui/ReadError.tsx'
import { useHandOver } from '../ui/hand-over.ts'
import { Pager } from '../ui/Pager.tsx'
import { listOptions } from './api.ts'
import { PAGE_SIZE } from './list-state.ts'
import { ListSkeleton, SkeletonRows } from './ListSkeleton.tsx'
import { ListTools } from './ListTools.tsx'
import { NoRequests } from './NoRequests.tsx'
import { RequestBlocks } from './RequestBlocks.tsx'
import { RequestTable, TableHead } from './RequestTable.tsx'
import { useLast } from './use-last.ts'
import { useLayout } from './use-layout.ts'
import { useListState } from './use-list-state.ts'
import './requests.css'

/**
 * Recent RFD Requests. What it shows is in the address: search, filters, order and page.
 * @param props.actions buttons of the screen, at the end of the tools
 */
export function RequestList({ actions }: { actions?: ReactNode }) {
  const [state, change] = useListState()
  const layout = useLayout()
  const list = useQuery({ ...listOptions(state), placeholderData: keepPreviousData })
  const shown = useLast(list.data)
  // The foot counts the rows that are shown, also when the page that was asked for didn't come.
  const [readPage, setReadPage] = useState(state.page)
  if (list.isSuccess && !list.isPlaceholderData && readPage !== state.page) setReadPage(state.page)
  const section = useRef<HTMLElement>(null)
  const handOver = useHandOver(section, 'input', shown)
  const waiting = list.isFetching && (list.isPlaceholderData || list.isError)

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
            safe={shown && 'You still see the last page that could be read'}
          />
        </div>
      )}
      <div className={waiting ? 'list-body waiting' : 'list-body'} aria-busy={waiting}>
        {!shown && !list.isError && (
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
                handOver()
                change(part)
              }}
              total={shown.total}
            />
          ) : layout === 'blocks' ? (
            <RequestBlocks requests={shown.requests} search={state.search} />
          ) : (
            <RequestTable requests={shown.requests} state={state} change={change} layout={layout} />
          ))}
      </div>
      {shown && shown.requests.length > 0 && (
        <footer>
          <Pager
            page={list.isError ? readPage : state.page}
            total={shown.total}
            pageSize={PAGE_SIZE}
            exact={shown.exact}
            onPage={(page) => (page === state.page ? void list.refetch() : change({ page }))}
          />
        </footer>
      )}
    </section>
  )
}
