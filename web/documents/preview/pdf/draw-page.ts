import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { pdfjs } from './library.ts'
import { pageText } from './page-text.ts'

const PIXELS = 96 / 72
/** Canvas size that every browser supports; a larger page is drawn at a lower resolution. */
const MAX_CANVAS_PIXELS = 16_000_000

export interface DrawOptions {
  /** 1 for 100% */
  scale: number
  /** device pixels per CSS pixel */
  density: number
  intent?: 'display' | 'print'
  signal: AbortSignal
}

/** A page that takes longer is given up: a small file can hold one of millions of operators. */
const MAX_DRAW_MS = 30_000

/** The page takes too long to be drawn. */
export class TooSlow extends Error {
  override name = 'TooSlow'
}

/** Draws a page. @throws when the signal aborts, or the page is damaged; TooSlow */
export async function drawPage(page: PDFPageProxy, { scale, density, intent, signal }: DrawOptions) {
  const viewport = page.getViewport({ scale: scale * PIXELS })
  const most = Math.sqrt(MAX_CANVAS_PIXELS / Math.max(1, viewport.width * viewport.height))
  const ratio = Math.min(density, most)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width * ratio))
  canvas.height = Math.max(1, Math.floor(viewport.height * ratio))
  const task = page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0], intent })
  const cancel = () => task.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  const tooSlow = Promise.withResolvers<never>()
  const limit = setTimeout(() => {
    tooSlow.reject(new TooSlow())
    cancel()
  }, MAX_DRAW_MS)
  try {
    await Promise.race([task.promise, tooSlow.promise])
    signal.throwIfAborted()
    return canvas
  } catch (error) {
    release(canvas)
    throw error
  } finally {
    clearTimeout(limit)
    signal.removeEventListener('abort', cancel)
  }
}

/** Frees the memory at once: a canvas that is only dropped keeps it until the next garbage collection. */
export function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
}

/**
 * Lays the page's text over its drawing, for selection, copying, search and screen readers. Each piece has its offset in the
 * page's text.
 */
export async function layText(page: PDFPageProxy, container: HTMLElement, signal: AbortSignal): Promise<void> {
  const source = await pageText(page)
  if (signal.aborted) return
  const layer = new pdfjs.TextLayer({
    textContentSource: source,
    container,
    viewport: page.getViewport({ scale: 1 }),
  })
  await layer.render()
  let start = 0
  let piece = 0
  for (const item of source.items) {
    if (!('str' in item)) continue
    const span = layer.textDivs[piece++]
    if (span) span.dataset['start'] = String(start)
    start += item.str.length + (item.hasEOL ? 1 : 0)
  }
}
