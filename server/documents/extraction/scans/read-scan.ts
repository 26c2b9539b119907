import type { DocumentType } from '../../../../shared/document-types.ts'
import { printedPages } from '../clean.ts'
import type { Extraction, ReadableFile } from '../extraction.ts'
import { MAX_IMAGE_PIXELS, MAX_SCANNED_PAGES, SCAN_TIMEOUT_MS } from '../limits.ts'
import type { Note } from '../notes.ts'
import { pixelsOf } from './picture-size.ts'
import { drawPage, installedLanguages, readPicture } from './programs.ts'

/**
 * Recognizes the pages without text, using the system's programs. Where those are not installed or fail, the result of
 * reading without them is returned.
 */
export async function readScan(
  { type, bytes }: ReadableFile,
  read: Extraction,
  timeoutMs = SCAN_TIMEOUT_MS,
): Promise<Extraction> {
  const until = performance.now() + timeoutMs
  const empty = pagesToScan(type, read)
  if (empty.length === 0 || read.state === 'failed') return read
  const languages = await installedLanguages()
  if (languages.length === 0) return read
  if (type !== 'pdf') return readImage(bytes, languages)
  const pageCount = read.pageCount ?? 0
  const texts = read.state === 'ready' ? read.pages.map(({ text }) => text) : Array<string>(pageCount).fill('')
  let failed = 0
  let tried = 0
  for (const i of empty.slice(0, MAX_SCANNED_PAGES)) {
    if (performance.now() > until) break
    tried++
    try {
      texts[i] = await readPicture(await drawPage(bytes, i + 1), languages)
    } catch {
      failed++
    }
  }
  const result = printedPages(texts, pageCount, notesOn(read, { empty, texts, tried, failed }))
  // Without any text the notes still say whether that is so because pages could not be read.
  return result.state === 'ready' || failed > 0 || tried < empty.length ? result : read
}

/** Indexes of the pages without text, counted from 0. Drawing a page that was given up would take long, too. */
export function pagesToScan(type: DocumentType, read: Extraction): number[] {
  if (read.state === 'failed') return []
  if (type === 'png' || type === 'jpeg') return [0]
  if (type !== 'pdf') return []
  const givenUp = new Set(read.notes.flatMap(({ code, pages = [] }) => (code === 'pages-given-up' ? pages : [])))
  const isEmpty = (i: number) => read.state === 'none' || read.pages[i]?.text === ''
  return [...Array(read.pageCount ?? 0).keys()].filter((i) => isEmpty(i) && !givenUp.has(i + 1))
}

function notesOn(
  read: Extraction,
  { empty, texts, tried, failed }: { empty: number[]; texts: string[]; tried: number; failed: number },
): Note[] {
  // No text was found: the pages may just be blank.
  const isBlank = tried === empty.length && failed === 0 && empty.every((i) => texts[i]!.trim() === '')
  if (isBlank) return read.notes
  const others = read.notes.filter(({ code }) => !['pages-empty', 'scanned', 'pages-cut', 'text-cut'].includes(code))
  if (tried < empty.length) return [...others, { code: 'scans-cut', count: tried, of: empty.length }]
  return [...others, failed > 0 ? { code: 'scans-failed', count: failed } : { code: 'scans-read' }]
}

async function readImage(bytes: Uint8Array, languages: string[]): Promise<Extraction> {
  const none: Extraction = { state: 'none', pageCount: 1, notes: [{ code: 'picture' }] }
  if (pixelsOf(bytes) > MAX_IMAGE_PIXELS) return { ...none, notes: [{ code: 'picture-too-large' }] }
  const text = await readPicture(bytes, languages).catch(() => null)
  if (text === null) return { ...none, notes: [{ code: 'picture-unreadable' }] }
  const read = printedPages([text], 1, [{ code: 'picture-read' }])
  return read.state === 'ready' ? read : none
}
