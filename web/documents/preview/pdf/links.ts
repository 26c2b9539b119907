import type { PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PdfFile } from './pdf-file.ts'

/** A linked area of a page, in fractions of the page. */
export interface PdfLink {
  left: number
  top: number
  width: number
  height: number
  /** an external address, or a page of this document */
  to: { href: string } | { page: number }
}

/** Schemes that open a page or a new message. All others that a PDF may name (scripts, files, programs) are dropped. */
const SAFE_SCHEMES = new Set(['http:', 'https:', 'mailto:'])
/** Limit against abusive files: no readable page has more links. */
const MAX_LINKS = 500

interface Annotation {
  subtype?: unknown
  rect?: unknown
  url?: unknown
  dest?: unknown
}

/** @returns undefined for an unsafe address */
export function safeAddress(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined
  const url = new URL(address)
  return SAFE_SCHEMES.has(url.protocol) ? url.href : undefined
}

/** The safe links of a page, in the order of the file. */
export async function readLinks(file: PdfFile, number: number): Promise<PdfLink[]> {
  const page = await file.page(number)
  const viewport = page.getViewport({ scale: 1 })
  const { width, height } = viewport
  const annotations: Annotation[] = await page.getAnnotations({ intent: 'display' })
  const links: PdfLink[] = []
  for (const { subtype, rect, url, dest } of annotations.slice(0, MAX_LINKS)) {
    if (subtype !== 'Link' || !isRectangle(rect)) continue
    const href = safeAddress(url)
    const target = href === undefined && dest ? await file.pageOf(dest) : undefined
    if (href === undefined && target === undefined) continue
    const [x1, y1] = pointOf(viewport, rect[0]!, rect[1]!)
    const [x2, y2] = pointOf(viewport, rect[2]!, rect[3]!)
    links.push({
      left: Math.min(x1, x2) / width,
      top: Math.min(y1, y2) / height,
      width: Math.abs(x2 - x1) / width,
      height: Math.abs(y2 - y1) / height,
      to: href === undefined ? { page: target! } : { href },
    })
  }
  return links
}

/** A point of the file in view coordinates, with the page's rotation applied. */
function pointOf(viewport: PageViewport, x: number, y: number): [x: number, y: number] {
  const [left, top] = viewport.convertToViewportPoint(x, y) as number[]
  return [left!, top!]
}

function isRectangle(rect: unknown): rect is number[] {
  return Array.isArray(rect) && rect.length === 4 && rect.every((one) => Number.isFinite(one))
}
