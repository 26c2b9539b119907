import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { pdfjs } from './library.ts'
import { inReadingOrder, type TextContent } from './reading-order.ts'

/** Pieces of text laid over a page. A dense drawing has some 20,000; each is an element. */
const MAX_PIECES = 60_000
/** After that the text so far is used: a small file can hold a page of millions of operators. */
const MAX_READ_MS = 20_000

/** The text of a page in reading order, up to limits that only a drawing or a hostile page reaches. */
export async function pageText(page: PDFPageProxy): Promise<TextContent> {
  // Ligatures are taken apart only here: the library would turn the letters of Arabic ones round.
  const reader = (page.streamTextContent({ disableNormalization: true }) as ReadableStream<TextContent>).getReader()
  const whole: TextContent = { items: [], styles: {}, lang: null }
  const limit = setTimeout(() => void reader.cancel(new Error('This page takes too long to be read')), MAX_READ_MS)
  try {
    while (whole.items.length < MAX_PIECES) {
      const { done, value } = await reader.read()
      if (done) break
      whole.items.push(...value.items)
      Object.assign(whole.styles, value.styles)
      whole.lang ??= value.lang
    }
  } finally {
    clearTimeout(limit)
    void reader.cancel(new Error('No more of this page is read')).catch(() => {})
  }
  const items = whole.items.map((item) => ('str' in item ? { ...item, str: pdfjs.normalizeUnicode(item.str) } : item))
  return inReadingOrder({ ...whole, items })
}
