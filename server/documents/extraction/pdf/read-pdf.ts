import { fileURLToPath } from 'node:url'
import type { PDFDocumentProxy, PDFPageProxy, TextItem } from 'pdfjs-dist/types/src/display/api.d.ts'
import { type Extraction, Unreadable } from '../extraction.ts'
import { MAX_BROKEN_PAGES, MAX_PAGES, MAX_RUNS, MAX_TEXT_LENGTH } from '../limits.ts'
import { blocksOf } from './columns.ts'
import { filledIn } from './filled-in.ts'
import { pdfJs } from './library.ts'
import { advance, pagesExtraction, type PagesRead, type PageProgress } from './pages-read.ts'
import { blockText } from './paragraphs.ts'
import { runsByRotation } from './text-runs.ts'

/** Character maps of Chinese, Japanese and Korean fonts, which a file need not contain. */
const CMAPS = fileURLToPath(new URL('../cmaps/', import.meta.resolve('pdfjs-dist/build/pdf.mjs')))

/**
 * @param read the pages read before; the others are added to them
 * @throws Unreadable, or the library's error for a damaged file
 */
export async function readPdf(
  bytes: Uint8Array<ArrayBuffer>,
  read: PagesRead,
  onProgress: (progress: PageProgress) => void,
): Promise<Extraction> {
  const library = await pdfJs()
  const open = () =>
    library.getDocument({
      // Copied, because the library takes the memory over.
      data: bytes.slice(),
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
  const report = (progress: PageProgress) => {
    advance(read, progress)
    onProgress(progress)
  }
  for (;;) {
    const loading = open()
    try {
      if ((await readPages(await loading.promise, read, report)) === 'done') return pagesExtraction(read)
    } catch (error) {
      if (error instanceof library.PasswordException) throw new Unreadable({ code: 'protected' })
      throw error
    } finally {
      await loading.destroy()
    }
  }
}

/** @returns `again` if the document must be opened again to read on */
async function readPages(
  document: PDFDocumentProxy,
  read: PagesRead,
  report: (progress: PageProgress) => void,
): Promise<'done' | 'again'> {
  const { numPages } = document
  report({ opened: { pageCount: numPages } })
  if (read.texts.length === 0 && (await isDynamicForm(document))) throw new Unreadable({ code: 'dynamic-form' })
  let length = read.texts.reduce((sum, text) => sum + text.length, 0)
  let brokenInARow = 0
  for (let i = read.texts.length; i < Math.min(numPages, MAX_PAGES) && length < MAX_TEXT_LENGTH; i++) {
    let text = ''
    let isDamaged = false
    let isCut = false
    try {
      const page = await document.getPage(i + 1)
      const runs = await runsOf(page)
      text = pageText([...runs, ...(await filledIn(page))])
      isCut = runs.length >= MAX_RUNS
      page.cleanup()
      brokenInARow = 0
    } catch (error) {
      isDamaged = true
      if (++brokenInARow >= Math.min(MAX_BROKEN_PAGES, numPages)) throw error
    }
    length += text.length
    report({ page: { text, isDamaged } })
    // The library goes on parsing a page that is no longer read, until the document is closed.
    if (isCut) return 'again'
  }
  return 'done'
}

/** A form whose content is only in XFA: its single page asks the reader to open it in another program. */
async function isDynamicForm(document: PDFDocumentProxy): Promise<boolean> {
  const { info } = await document.getMetadata()
  if (document.numPages > 1 || !(info as { IsXFAPresent?: boolean }).IsXFAPresent) return false
  const annotations = (await (await document.getPage(1)).getAnnotations()) as { subtype: string; fieldType?: string }[]
  // A signed one has a signature field that nobody sees.
  return !annotations.some(({ subtype, fieldType }) => subtype === 'Widget' && fieldType !== 'Sig')
}

/** Ligatures stay one character until the letters of a line are in reading order: a reversed one would end up turned round. */
const AS_WRITTEN = { includeMarkedContent: false, disableNormalization: true }

/** The runs of text on a page in the order of the file, up to a limit. */
async function runsOf(page: PDFPageProxy): Promise<TextItem[]> {
  const reader = page.streamTextContent(AS_WRITTEN).getReader()
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
