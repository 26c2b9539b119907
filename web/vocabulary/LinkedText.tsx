import { linksIn } from './links.ts'
import { RequestLink } from './RequestLink.tsx'

/** A typed text whose addresses and request numbers can be followed. An address is shown whole, so nobody is misled. */
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
