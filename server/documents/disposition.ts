import { labelOf } from './uploads/file-names.ts'

/**
 * Content-Disposition of a download: always an attachment, with its name in UTF-8 (RFC 6266, RFC 8187), and for old
 * clients in ASCII without anything that could end the quotes.
 */
export function attachmentHeader(name: string): string {
  const label = labelOf(name)
  const ascii = label.replaceAll(/[^\x20-\x7e]|["\\%;]/g, '_')
  const encoded = encodeURIComponent(label).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
