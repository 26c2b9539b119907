import type { PrintedPage } from '../Printing.tsx'
import { drawPage, release } from './draw-page.ts'
import type { PdfFile } from './pdf-file.ts'

/** Keeps small print sharp, while three hundred pages still fit into memory as compressed images. */
const DOTS_PER_INCH = 200
const PIXELS_PER_INCH = 96

/** Every page of a PDF as an image to print, one by one. */
export async function* printedPages(file: PdfFile, signal: AbortSignal): AsyncGenerator<PrintedPage> {
  for (let number = 1; number <= file.pageCount; number++) {
    signal.throwIfAborted()
    const page = await file.page(number)
    const { width, height } = file.sizes[number - 1]!
    const density = DOTS_PER_INCH / PIXELS_PER_INCH
    const canvas = await drawPage(page, { scale: 1, density, intent: 'print', signal })
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    release(canvas)
    page.cleanup()
    if (!picture) throw new Error('This page is too large to be printed')
    yield { picture, paper: { width, height } }
  }
}
