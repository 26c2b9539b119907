import type { DocumentPage } from '../../../shared/documents.ts'
import type { Extraction } from './extraction.ts'
import { MAX_PAGE_LENGTH, MAX_PAGES, MAX_TEXT_LENGTH, PART } from './limits.ts'
import type { Note } from './notes.ts'

/** All kinds of blanks, normalised so that they search, quote and compare alike. */
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g
/** Controls except tab and line end, invisible characters, and overrides of the text direction. */
const UNSEEN = /[^\P{Cc}\t\n]|[\u00ad\u200b\u2060\ufeff\ufff9-\ufffb\u202a-\u202e]/gu

/** Ligatures and contextual forms of Arabic letters: presentation, not text. */
const SHAPES = /[\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc]+/g

/** Normalises a text for storing: well-formed, composed (NFC), with uniform line ends. */
function cleanText(text: string): string {
  return (
    text
      .replace(/\r\n?|[\u2028\u2029\v\f\x85]/g, '\n')
      .replace(BLANKS, ' ')
      .replace(UNSEEN, '')
      .replace(SHAPES, (shapes) => shapes.normalize('NFKC'))
      .toWellFormed()
      .normalize('NFC')
      // The lookbehind keeps it linear in long runs of blanks.
      .replace(/(?<![ \t])[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .replace(/^\n+|\n+$/g, '')
  )
}

/**
 * The pages of a format with pages, each with its printed number, up to the limits of storing.
 * @param notes remarks on them; what is cut off here adds its own
 */
export function printedPages(texts: readonly string[], pageCount: number, notes: readonly Note[] = []): Extraction {
  const pages: DocumentPage[] = []
  let length = 0
  let isCut = false
  for (const [i, raw] of texts.slice(0, MAX_PAGES).entries()) {
    const whole = cleanText(raw.slice(0, 2 * MAX_PAGE_LENGTH))
    const text = cutBefore(whole, Math.min(MAX_PAGE_LENGTH, MAX_TEXT_LENGTH - length))
    isCut ||= text.length < whole.length || raw.length > 2 * MAX_PAGE_LENGTH
    length += text.length
    pages.push({ number: i + 1, text })
    if (length >= MAX_TEXT_LENGTH) break
  }
  const cut = pages.length < pageCount ? pagesCut(pages.length) : isCut ? [TEXT_CUT] : []
  if (pages.some(({ text }) => text !== '')) return { state: 'ready', pages, pageCount, notes: [...notes, ...cut] }
  const why: Note[] = notes.length === 0 ? [{ code: 'empty' }] : [...notes]
  if (why.some(({ code }) => code === 'pages-given-up')) return { state: 'failed', notes: [...why, ...cut] }
  return { state: 'none', pageCount, notes: why }
}

const TEXT_CUT: Note = { code: 'text-cut' }
const pagesCut = (count: number): Note[] => [{ code: 'pages-cut', count }]

/** Splits the text of a format without pages into parts, at line ends where possible. */
export function partsOf(raw: string): Extraction {
  const whole = cleanText(raw.slice(0, 2 * MAX_TEXT_LENGTH))
  const text = cutBefore(whole, MAX_TEXT_LENGTH)
  if (text === '') return { state: 'none', pageCount: null, notes: [{ code: 'empty' }] }
  const pages = splitText(text).map((part, i) => ({ number: i + 1, text: part.replace(/^\n+|\n+$/g, '') }))
  const isCut = text.length < whole.length || raw.length > 2 * MAX_TEXT_LENGTH
  return { state: 'ready', pages, pageCount: null, notes: isCut ? [TEXT_CUT] : [] }
}

/** What was read of a text until reading had to end. */
export function beginningOf(raw: string, why: Note): Extraction {
  const read = partsOf(raw)
  return read.state === 'ready' ? { ...read, notes: [why] } : read
}

/** Splits a text into parts of a length that is quick to index and to show, at line ends where possible. */
export function splitText(text: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length;) {
    const part = text.slice(from, endOfPart(text, from))
    from += part.length
    parts.push(part)
  }
  return parts
}

function endOfPart(text: string, from: number): number {
  if (text.length - from <= PART) return text.length
  for (const end of ['\n\n', '\n', ' ']) {
    const index = text.lastIndexOf(end, from + PART)
    if (index > from + PART / 2) return index + end.length
  }
  return from + cutBefore(text.slice(from, from + PART), PART).length
}

/** At most `maxLength` UTF-16 units, without splitting a surrogate pair. */
function cutBefore(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')
}
