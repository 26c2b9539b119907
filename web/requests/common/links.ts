export type Linked =
  | { kind: 'text'; text: string }
  | { kind: 'address'; text: string; href: string }
  | { kind: 'request'; text: string; requestId: string }

/** Bidirectional control characters, which could make an address look like another. */
const UNSEEN = '\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
const FOUND = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:https?://|mailto:)[^\\s<>"\`${UNSEEN}]+|RFD-\\d{4}-\\d{4,9}(?![\\p{L}\\p{N}]))`,
  'giu',
)
/** Punctuation that ends the sentence rather than the address, in the scripts that our users write. */
const ENDS = /[.,;:!?…'’”»*_،؛؟۔。，、！？；：」』）]/u
const OPENS: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Splits a text at its URLs and request numbers. Only http, https and mailto become links. */
export function linksIn(text: string): Linked[] {
  const pieces: Linked[] = []
  let done = 0
  for (const { 0: match, index } of text.matchAll(FOUND)) {
    const link = linkOf(match)
    if (!link) continue
    if (index > done) pieces.push({ kind: 'text', text: text.slice(done, index) })
    pieces.push(link)
    done = index + link.text.length
  }
  if (done < text.length) pieces.push({ kind: 'text', text: text.slice(done) })
  return pieces
}

function linkOf(match: string): Linked | null {
  if (/^rfd/i.test(match)) return { kind: 'request', text: match, requestId: match.toUpperCase() }
  const text = withoutEnd(match)
  if (!URL.canParse(text)) return null
  const { protocol, href, hostname, origin, pathname, search, hash } = new URL(text)
  if (protocol === 'mailto:') return pathname.includes('@') ? { kind: 'address', text, href } : null
  if (hostname === '') return null
  const own =
    origin === window.location.origin && search + hash === '' && /^\/requests\/(rfd-\d{4}-\d{4,9})$/i.exec(pathname)
  if (own) return { kind: 'request', text, requestId: own[1]!.toUpperCase() }
  return { kind: 'address', text, href }
}

/** An address without trailing punctuation; a closing bracket stays if the address opened it. */
function withoutEnd(address: string): string {
  const count = (sign: string) => address.split(sign).length - 1
  const excess = Object.fromEntries(Object.entries(OPENS).map(([close, open]) => [close, count(close) - count(open)]))
  let end = address.length
  for (; end > 0; end--) {
    const sign = address[end - 1]!
    if ((excess[sign] ?? 0) > 0) excess[sign]!--
    else if (!ENDS.test(sign)) break
  }
  return address.slice(0, end)
}
