import { useEffect } from 'react'

interface Paging {
  page: number
  /** undefined until it is known */
  total: number | undefined
  pageSize: number
}

/** Goes to the last page from one beyond it: its last row has been deleted, or the URL is older than the list. */
export function usePageWithin({ page, total, pageSize }: Paging, goTo: (page: number) => void): void {
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / pageSize))
  useEffect(() => {
    if (page > last) goTo(last)
  }, [page, last, goTo])
}
