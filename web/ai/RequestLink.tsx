import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { useOpenRequest } from '../requests/use-open-request.ts'

/** Opens a request over this page; as a real link it also opens the request's own page in a new tab. */
export function RequestLink({ id, className, children }: { id: string; className?: string; children: ReactNode }) {
  const { open, warming } = useOpenRequest()
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open(id)
  }
  return (
    <Link to={`/requests/${encodeURIComponent(id)}`} className={className} onClick={onClick} {...warming(id)}>
      {children}
    </Link>
  )
}
