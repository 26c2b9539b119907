import { Button } from './Button.tsx'
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
  return (
    <>
      <span>
        Showing {count.format(from)} to {count.format(to)} of {exact ? '' : 'more than '}
        {count.format(total)} results
      </span>
      <nav className="pager" aria-label="Pages">
        <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        {pagerWindow(page, pageCount).map((number) => (
          <Button
            key={number}
            size="small"
            className={number === page ? 'on' : undefined}
            aria-current={number === page ? 'page' : undefined}
            aria-label={`Page ${count.format(number)}`}
            onClick={() => onPage(number)}
          >
            {count.format(number)}
          </Button>
        ))}
        <Button size="small" disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </nav>
    </>
  )
}
