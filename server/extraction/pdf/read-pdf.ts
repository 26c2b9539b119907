import { fileURLToPath } from 'node:url'
import type { PDFDocumentProxy, PDFPageProxy, TextItem } from 'pdfjs-dist/types/src/display/api.d.ts'
import { printedPages } from '../clean.ts'
import { type Extraction, PROTECTED, PAGES_EMPTY, SCANNED, Unreadable } from '../extraction.ts'
import { MAX_BROKEN_PAGES, MAX_PAGES, MAX_RUNS, MAX_TEXT_LENGTH } from '../limits.ts'
import { blocksOf } from './columns.ts'
import { filledIn } from './filled-in.ts'
import { pdfJs } from './library.ts'
import { blockText } from './paragraphs.ts'
import { runsByRotation } from './text-runs.ts'
import { separateRunningHeads } from './running-heads.ts'

/** Character maps of Chinese, Japanese and Korean fonts, which a file need not contain. */
const CMAPS = fileURLToPath(new URL('../cmaps/', import.meta.resolve('pdfjs-dist/build/pdf.mjs')))

/** @throws Unreadable, or the library's error for a damaged file */
export async function readPdf(bytes: Uint8Array<ArrayBuffer>): Promise<Extraction> {
  const library = await pdfJs()
  const loading = library.getDocument({
    data: bytes,
    cMapUrl: CMAPS,
    cMapPacked: true,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    enableXfa: false,
    // Images are not decoded: only text is read.
    maxImageSize: 1,
    verbosity: library.VerbosityLevel.ERRORS,
  })
  try {
    return await readPages(await loading.promise)
  } catch (error) {
    if (error instanceof library.PasswordException) throw new Unreadable(PROTECTED)
    throw error
  } finally {
    await loading.destroy()
  }
}

async function readPages(document: PDFDocumentProxy): Promise<Extraction> {
  const texts: string[] = []
  let length = 0
  let brokenInARow = 0
  let broken = 0
  for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES) && length < MAX_TEXT_LENGTH; number++) {
    try {
      const page = await document.getPage(number)
      texts.push(pageText([...(await runsOf(page)), ...(await filledIn(page))]))
      page.cleanup()
      brokenInARow = 0
    } catch (error) {
      texts.push('')
      broken++
      if (++brokenInARow >= Math.min(MAX_BROKEN_PAGES, document.numPages)) throw error
    }
    length += texts.at(-1)!.length
  }
  const isEmpty = texts.every((text) => text.trim() === '')
  return printedPages(separateRunningHeads(texts), document.numPages, isEmpty ? SCANNED : noteOn(texts, broken))
}

function noteOn(texts: string[], broken: number): string | null {
  const empty = texts.filter((text) => text.trim() === '').length - broken
  if (broken > 0)
    return broken === 1 ? 'One page is damaged and was not read.' : `${broken} pages are damaged and were not read.`
  if (empty > 0) return `${empty === 1 ? 'One page has' : `${empty} pages have`} ${PAGES_EMPTY}`
  return null
}

/** The runs of text on a page in the order of the file, up to a limit. */
async function runsOf(page: PDFPageProxy): Promise<TextItem[]> {
  const reader = page.streamTextContent({ includeMarkedContent: false }).getReader()
  const runs: TextItem[] = []
  for (;;) {
    // The library leaves its stream untyped.
    const { done, value } = (await reader.read()) as { done: boolean; value?: { items: TextItem[] } }
    if (done || !value) return runs
    for (const run of value.items) runs.push(run)
    if (runs.length < MAX_RUNS) continue
    await reader.cancel(new Error('This page has too many runs of text'))
    return runs.slice(0, MAX_RUNS)
  }
}

/** The text of a page in reading order. */
export function pageText(runs: readonly TextItem[]): string {
  return runsByRotation(runs).flatMap(blocksOf).map(blockText).join('\n\n')
}
