import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { TextSource } from '../text-source.ts'
import { pdfjs, startReading } from './library.ts'
import type { PdfThreads } from './pdf-thread.ts'
import { pageText } from './page-text.ts'

/** Page reference of a destination; the library rejects anything else. */
type PageReference = Parameters<PDFDocumentProxy['getPageIndex']>[0]

/** CSS pixels per point. */
const PIXELS = 96 / 72
/** Number of page sizes read per batch. */
const PAGE_SIZES_PER_BATCH = 40

/** In CSS pixels at 100%, with the page's rotation applied. */
export interface PageSize {
  width: number
  height: number
}

/** Asks for the password of a protected file; null gives up. @param isWrong the previous one was wrong */
type AskPassword = (isWrong: boolean) => Promise<string | null>

export interface OpenOptions {
  threads: PdfThreads
  askPassword: AskPassword
  /** closes the file and terminates its worker, also while opening */
  signal: AbortSignal
}

/** No password was given. */
export class PasswordMissing extends Error {
  override name = 'PasswordMissing'
}

export class PdfFile implements TextSource {
  readonly #document: PDFDocumentProxy
  readonly #texts = new Map<number, Promise<string>>()
  /** Assumed equal to the first page until `readSizes` has read them. */
  #sizes: PageSize[]
  readonly pageCount: number

  private constructor(document: PDFDocumentProxy, first: PageSize) {
    this.#document = document
    this.pageCount = document.numPages
    this.#sizes = Array.from({ length: document.numPages }, () => first)
  }

  static async open(blob: Blob, { threads, askPassword, signal }: OpenOptions): Promise<PdfFile> {
    const data = await blob.arrayBuffer()
    signal.throwIfAborted()
    const { task, failed, stop } = startReading(data, threads.take())
    signal.addEventListener('abort', stop, { once: true })
    const given = Promise.withResolvers<never>()
    task.onPassword = (use: (password: string) => void, reason: number) => {
      void askPassword(reason === pdfjs.PasswordResponses.INCORRECT_PASSWORD).then((password) =>
        password === null ? given.reject(new PasswordMissing()) : use(password),
      )
    }
    try {
      const document = await Promise.race([task.promise, failed, given.promise])
      return new PdfFile(document, sizeOf(await document.getPage(1)))
    } catch (error) {
      stop()
      throw error
    }
  }

  get sizes(): readonly PageSize[] {
    return this.#sizes
  }

  page(number: number): Promise<PDFPageProxy> {
    return this.#document.getPage(number)
  }

  /** Reads the actual sizes of the pages. @param onChange called when some differ from the assumed ones */
  async readSizes(onChange: (sizes: readonly PageSize[]) => void, signal: AbortSignal): Promise<void> {
    for (let first = 2; first <= this.pageCount && !signal.aborted; first += PAGE_SIZES_PER_BATCH) {
      const numbers = Array.from(
        { length: Math.min(PAGE_SIZES_PER_BATCH, this.pageCount - first + 1) },
        (_, i) => first + i,
      )
      const read = await Promise.all(numbers.map((number) => this.#sizeOrKnown(number)))
      if (signal.aborted || read.every((size, i) => isSame(size, this.#sizes[numbers[i]! - 1]!))) continue
      this.#sizes = this.#sizes.map((size, i) => read[i + 1 - first] ?? size)
      onChange(this.#sizes)
    }
  }

  /** The page of a destination inside the document, from 1; undefined where it leads nowhere. */
  async pageOf(destination: unknown): Promise<number | undefined> {
    try {
      const resolved = typeof destination === 'string' ? await this.#document.getDestination(destination) : destination
      if (!Array.isArray(resolved)) return undefined
      const [at]: unknown[] = resolved
      const index = typeof at === 'number' ? at : await this.#document.getPageIndex(at as PageReference)
      return index >= 0 && index < this.pageCount ? index + 1 : undefined
    } catch {
      return undefined
    }
  }

  /** A damaged page keeps its assumed size. */
  async #sizeOrKnown(number: number): Promise<PageSize> {
    return this.page(number).then(sizeOf, () => this.#sizes[number - 1]!)
  }

  /** The text as in the page's text layer: its items joined, with line ends. */
  textOf(number: number): Promise<string> {
    const known = this.#texts.get(number) ?? this.#readText(number)
    this.#texts.set(number, known)
    return known
  }

  async #readText(number: number): Promise<string> {
    try {
      const { items } = await pageText(await this.page(number))
      return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    } catch {
      // A damaged page has no text; the others have theirs.
      return ''
    }
  }
}

function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: PIXELS })
  return { width, height }
}

function isSame(a: PageSize, b: PageSize): boolean {
  return a.width === b.width && a.height === b.height
}
