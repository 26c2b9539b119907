import { useRef } from 'react'
import { Button } from './Button.tsx'
import { useHandOver } from './hand-over.ts'
import { pagerWindow } from './pager-window.ts'

export interface PagerProps {
  page: number
  total: number
  pageSize?: number
  /** False when `total` is only a lower bound. */
  exact?: boolean
  onPage: (page: number) => void
}

const count = new Intl.NumberFormat('en-GB')

/** "Showing X to Y of N results", and the buttons. Goes into the footer of a card. */
export function Pager({ page, total, pageSize = 10, exact = true, onPage }: PagerProps) {
  const pageCount = Math.ceil(total / pageSize)
  const from = total === 0 ? 0 : Math.min((page - 1) * pageSize + 1, total)
  const to = Math.min(page * pageSize, total)
  const nav = useRef<HTMLElement>(null)
  const handOver = useHandOver(nav, '[aria-current]', page)
  const go = (wanted: number) => {
    handOver()
    onPage(wanted)
  }
  return (
    <>
      <span>
        Showing {count.format(from)} to {count.format(to)} of {exact ? '' : 'more than '}
        {count.format(total)} results
      </span>
      <nav className="pager" aria-label="Pages" ref={nav}>
        <Button size="small" disabled={page <= 1} onClick={() => go(page - 1)}>
          Previous
        </Button>
        {pagerWindow(page, pageCount).map((number) => (
          <Button
            key={number}
            size="small"
            className={number === page ? 'on' : undefined}
            aria-current={number === page ? 'page' : undefined}
            aria-label={`Page ${count.format(number)}`}
            onClick={() => go(number)}
          >
            {count.format(number)}
          </Button>
        ))}
        <Button size="small" disabled={page >= pageCount} onClick={() => go(page + 1)}>
          Next
        </Button>
      </nav>
    </>
  )
}
