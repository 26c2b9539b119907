import type { DocumentPage } from '../../shared/documents.ts'
import { EMPTY, type Extraction } from './extraction.ts'
import { MAX_PAGE_LENGTH, MAX_PAGES, MAX_TEXT_LENGTH, PART } from './limits.ts'

/** All kinds of blanks, normalised so that they search, quote and compare alike. */
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g
/** Controls except tab and line end, invisible characters, and overrides of the text direction. */
const UNSEEN = /[^\P{Cc}\t\n]|[\u00ad\u200b\u2060\ufeff\ufff9-\ufffb\u202a-\u202e]/gu

/** Ligatures and contextual forms of Arabic letters: presentation, not text. */
const SHAPES = /[\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc]+/g

/** Normalises a text for storing: well-formed, composed (NFC), with uniform line ends. */
function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\v\f\x85]/g, '\n')
    .replace(BLANKS, ' ')
    .replace(UNSEEN, '')
    .replace(SHAPES, (shapes) => shapes.normalize('NFKC'))
    .toWellFormed()
    .normalize('NFC')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')
}

/** The pages of a format with pages, each with its printed number, up to the limits of storing. */
export function printedPages(texts: readonly string[], pageCount: number, note: string | null = null): Extraction {
  const pages: DocumentPage[] = []
  let length = 0
  let isCut = pageCount > MAX_PAGES
  for (const [i, raw] of texts.slice(0, MAX_PAGES).entries()) {
    const whole = cleanText(raw.slice(0, 2 * MAX_PAGE_LENGTH))
    const text = cutBefore(whole, Math.min(MAX_PAGE_LENGTH, MAX_TEXT_LENGTH - length))
    isCut ||= text.length < whole.length || raw.length > 2 * MAX_PAGE_LENGTH
    length += text.length
    pages.push({ number: i + 1, text })
    if (length >= MAX_TEXT_LENGTH) break
  }
  isCut ||= pages.length < texts.length
  if (pages.every(({ text }) => text === '')) return { state: 'none', pageCount, note: note ?? EMPTY }
  return { state: 'ready', pages, pageCount, note: isCut ? cutNote(pages.length, pageCount) : note }
}

function cutNote(read: number, pageCount: number): string {
  return read < pageCount
    ? `Only the first ${read.toLocaleString('en')} pages of this document were read.`
    : 'Only part of this document was read: it has too much text.'
}

/** Splits the text of a format without pages into parts, at line ends where possible. */
export function partsOf(raw: string): Extraction {
  const whole = cleanText(raw.slice(0, 2 * MAX_TEXT_LENGTH))
  const text = cutBefore(whole, MAX_TEXT_LENGTH)
  if (text === '') return { state: 'none', pageCount: null, note: EMPTY }
  const pages: DocumentPage[] = []
  for (let from = 0; from < text.length;) {
    const part = text.slice(from, endOfPart(text, from))
    from += part.length
    pages.push({ number: pages.length + 1, text: part.replace(/^\n+|\n+$/g, '') })
  }
  const isCut = text.length < whole.length || raw.length > 2 * MAX_TEXT_LENGTH
  return { state: 'ready', pages, pageCount: null, note: isCut ? cutNote(1, 1) : null }
}

function endOfPart(text: string, from: number): number {
  if (text.length - from <= PART) return text.length
  for (const end of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(end, from + PART)
    if (at > from + PART / 2) return at + end.length
  }
  return from + cutBefore(text.slice(from, from + PART), PART).length
}

/** At most `maxLength` UTF-16 units, without splitting a surrogate pair. */
function cutBefore(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')
}
