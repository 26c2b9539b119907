import { linksIn } from './links.ts'
import { RequestLink } from './RequestLink.tsx'

/** A typed text with links for its URLs and request numbers. A URL is shown in full, so that it cannot mislead. */
export function LinkedText({ text }: { text: string }) {
  return linksIn(text).map((piece, i) => {
    if (piece.kind === 'text') return piece.text
    const shown = <bdi dir="ltr">{piece.text}</bdi>
    if (piece.kind === 'request')
      return (
        <RequestLink key={i} id={piece.requestId}>
          <span className="nowrap">{shown}</span>
        </RequestLink>
      )
    return (
      <a key={i} href={piece.href} target="_blank" rel="noopener noreferrer">
        {shown}
      </a>
    )
  })
}
