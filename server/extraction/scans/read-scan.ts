import type { DocumentType } from '../../../shared/document-types.ts'
import { printedPages } from '../clean.ts'
import { type Extraction, PICTURE, type ReadableFile } from '../extraction.ts'
import { MAX_IMAGE_PIXELS, MAX_SCANNED_PAGES, SCAN_TIMEOUT_MS } from '../limits.ts'
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
  const texts = Array.from({ length: pageCount }, (_, i) => (read.state === 'ready' ? (read.pages[i]?.text ?? '') : ''))
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
  const result = printedPages(texts, pageCount, noteOn(read, { empty, texts, tried, failed }))
  // Without any text the note still says whether that is so because pages could not be read.
  return result.state === 'ready' || failed > 0 || tried < empty.length ? result : read
}

/** Indexes of the pages without text, counted from 0. */
export function pagesToScan(type: DocumentType, read: Extraction): number[] {
  if (read.state === 'failed') return []
  if (type === 'png' || type === 'jpeg') return [0]
  if (type !== 'pdf') return []
  if (read.state === 'none') return [...Array(read.pageCount ?? 0).keys()]
  return [...Array(read.pageCount ?? 0).keys()].filter((i) => (read.pages[i]?.text ?? '') === '')
}

function noteOn(
  read: Extraction,
  { empty, texts, tried, failed }: { empty: number[]; texts: string[]; tried: number; failed: number },
): string | null {
  if (tried < empty.length) return `Only ${tried} of ${empty.length} scanned pages were read: more would take too long.`
  if (failed > 0)
    return failed === 1 ? 'One scanned page could not be read.' : `${failed} scanned pages could not be read.`
  // No text was found: the pages may just be blank.
  if (empty.every((i) => texts[i]!.trim() === '')) return read.note
  return 'Scanned pages were read by text recognition, which makes mistakes.'
}

async function readImage(bytes: Uint8Array, languages: string[]): Promise<Extraction> {
  const none: Extraction = { state: 'none', pageCount: 1, note: PICTURE }
  if (pixelsOf(bytes) > MAX_IMAGE_PIXELS) return { ...none, note: 'This picture is too large to be read.' }
  const text = await readPicture(bytes, languages).catch(() => null)
  if (text === null) return { ...none, note: 'This picture could not be read.' }
  const read = printedPages([text], 1, 'The text was read from a picture, which makes mistakes.')
  return read.state === 'ready' ? read : none
}
