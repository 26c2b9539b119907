import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { type DocumentSpot, setDocument, useOpenDocument } from './use-open-document.ts'

interface Props {
  id: string
  /** the request that the document is attached to; null if none */
  requestId: string | null
  spot: DocumentSpot
  children: ReactNode
}

/** Opens a document at a place; as a real link it also opens in a new tab, over its request. */
export function DocumentLink({ id, requestId, spot, children }: Props) {
  const { open } = useOpenDocument()
  const params = new URLSearchParams()
  setDocument(params, id, spot)
  const openHere = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open(id, spot)
  }
  const pathname = requestId === null ? '/dashboard' : `/requests/${encodeURIComponent(requestId)}`
  return (
    <Link to={{ pathname, search: params.toString() }} onClick={openHere}>
      {children}
    </Link>
  )
}
