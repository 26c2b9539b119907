import { useRef } from 'react'
import { Button } from './Button.tsx'
import { count } from './count.ts'
import { useFocusFallback } from './focus-fallback.ts'
import { pagerWindow } from './pager-window.ts'
import { say } from '../../shared/texts/say.ts'

export interface PagerProps {
  page: number
  total: number
  pageSize: number
  /** False when `total` is only a lower bound. */
  exact?: boolean
  /** The page whose rows are on the screen, if that isn't `page` yet; null when there are none. */
  shownPage?: number | null
  onPage: (page: number) => void
}

/** "Showing X to Y of N results", and the buttons. Goes into the footer of a card. */
export function Pager({ page, total, pageSize, exact = true, shownPage = page, onPage }: PagerProps) {
  const pageCount = Math.ceil(total / pageSize)
  const nav = useRef<HTMLElement>(null)
  const keepFocus = useFocusFallback(nav, '[aria-current]', page)
  const go = (wanted: number) => {
    keepFocus()
    onPage(wanted)
  }
  return (
    <>
      <span>
        {shownPage === null
          ? say('Page {page} is not loaded', { page: count(page) })
          : showing(shownPage, total, pageSize, exact)}
      </span>
      <nav className="pager" aria-label={say('Pages')} ref={nav}>
        <Button size="small" disabled={page <= 1} onClick={() => go(page - 1)}>
          {say('Previous')}
        </Button>
        {pagerWindow(page, pageCount).map((number) => (
          <Button
            key={number}
            size="small"
            className={number === page ? 'active' : undefined}
            aria-current={number === page ? 'page' : undefined}
            aria-label={say('Page {number}', { number: count(number) })}
            onClick={() => go(number)}
          >
            {count(number)}
          </Button>
        ))}
        <Button size="small" disabled={page >= pageCount} onClick={() => go(page + 1)}>
          {say('Next')}
        </Button>
      </nav>
    </>
  )
}

function showing(page: number, total: number, pageSize: number, exact: boolean): string {
  const from = total === 0 ? 0 : Math.min((page - 1) * pageSize + 1, total)
  const to = Math.min(page * pageSize, total)
  const shown = { from, to, total }
  return exact
    ? say('Showing {from, number} to {to, number} of {total, number} results', shown)
    : say('Showing {from, number} to {to, number} of more than {total, number} results', shown)
}
