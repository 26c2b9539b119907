import { Link } from 'react-router'
import type { MouseEvent } from 'react'
import type { Notice } from '../../shared/notices.ts'
import { useClosePopover } from '../ui/Popover.tsx'
import { type RequestTab, useOpenRequest } from '../requests/common/use-open-request.ts'
import { type Piece, REQUEST, sentenceOf } from './notice-words.ts'

const TABS: Partial<Record<string, RequestTab>> = { mention: 'comments', question: 'comments', comment: 'comments' }

interface NoticeSentenceProps {
  notice: Notice
  tabIndex: number
  /** The reader goes to what the notice is about. */
  onOpen: () => void
}

/** What happened; the number of the request opens it over this page. */
export function NoticeSentence({ notice, tabIndex, onOpen }: NoticeSentenceProps) {
  const { link } = useOpenRequest()
  const close = useClosePopover()
  const { requestId, code, values } = notice
  /** Closes the panel first, so that the bell has the focus again when the request is closed. */
  const go = (then?: (event: MouseEvent) => void) => (event: MouseEvent) => {
    onOpen()
    if (!(event.ctrlKey || event.metaKey || event.shiftKey)) close()
    then?.(event)
  }
  const toRequest = (id: string, i: number) => {
    const { to, onClick } = link(id, TABS[code], values.commentId)
    return (
      <Link key={i} to={to} className="request-id" tabIndex={tabIndex} onClick={go(onClick)}>
        {id}
      </Link>
    )
  }
  const show = (piece: Piece, i: number) => {
    if (piece === REQUEST) return requestId !== null && toRequest(requestId, i)
    if (typeof piece === 'string') return piece
    if ('request' in piece) return toRequest(piece.request, i)
    if ('strong' in piece)
      return (
        <b key={i}>
          <bdi>{piece.strong}</bdi>
        </b>
      )
    return (
      <Link key={i} to={piece.to} tabIndex={tabIndex} onClick={go()}>
        <bdi>{piece.link}</bdi>
      </Link>
    )
  }
  return sentenceOf(notice).map(show)
}
