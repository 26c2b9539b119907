import { hash } from 'node:crypto'

/** The person's own browser may keep such an answer, packed or not, and asks before it shows it again. */
export const REVALIDATED = { 'cache-control': 'private, no-cache', vary: 'accept-encoding' }

/**
 * The tag of an answer that `text` identifies. Weak, because an answer has the same tag packed and unpacked.
 * @param text the answer itself, or all that it depends on
 */
export function etagOf(text: string): string {
  return `W/"${hash('sha1', text, 'base64url')}"`
}

/** Whether the caller has the answer of this tag; proxies that pack answers may have changed how the tag is written. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch !== undefined
  return ifNoneMatch.split(',').some((one) => opaque(one.trim()) === opaque(etag))
}

function opaque(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag
}
