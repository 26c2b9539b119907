import type { Line } from './lines.ts'

/** A cell of a table, offsets in the flow. */
export interface Cell {
  start: number
  end: number
  text: string
}

/** A layout unit of the page. */
export interface Block {
  kind: 'heading' | 'paragraph' | 'item' | 'row'
  start: number
  end: number
  /** start of the text after an item's bullet or number */
  textStart: number
  cells: Cell[]
  lines: Line[]
}

/** The bullet or number of a list item or a numbered paragraph: a bullet, "3.", "(b)", "R-21", "2.1". */
const MARK =
  /^(?:[•▪◦‣●○■□▸➤*·–—-]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|\(?[ivxIVX]{1,5}[.)]|[A-Z]{1,3}-?\d{1,3}[.:)]|\d{1,2}(?:\.\d{1,3}){1,3}[.)]?)\s+(?=\S)/
/** "3 Search": a bare number marks a heading only. */
const NUMBERED_HEADING = /^\d{1,2}\s+\p{Lu}/u
const SENTENCE_END = /[.!?؟:;,،؛]["')\]»”]*$/
const MAX_HEADING_LENGTH = 90
const MAX_HEADING_WORDS = 12
/** A line shorter than this share of the widest ends its paragraph if it also ends a sentence… */
const SHORT_LINE = 0.7
/** …and below this share in any case: the next word would have fitted. */
const VERY_SHORT_LINE = 0.55
/** Maximum length of a printed line: a text with longer lines has one line per paragraph. */
const MAX_PRINTED_LINE_LENGTH = 130
/** In wrapped text at least this share of the lines begins in the middle of a sentence. */
const WRAPPED_SHARE = 0.12

/** Groups lines into blocks: wrapped lines into paragraphs and items, short isolated lines as headings, columns as table rows. */
export function blocksOf(lines: readonly Line[]): Block[] {
  const widest = isWrapped(lines)
    ? lines.reduce((most, { text }) => Math.max(most, Math.min(120, text.length)), 0)
    : Infinity
  const blocks: Block[] = []
  lines.forEach((line, i) => {
    const last = blocks.at(-1)
    const before = lines[i - 1]
    const cells = cellsOf(line)
    if (cells.length > 1) {
      blocks.push({ ...blockOf('row', line), cells })
      return
    }
    const mark = markOf(line.text)
    if (mark === 0 && last && before && continues(last, before, line, widest)) {
      last.end = line.end
      last.lines.push(line)
    } else blocks.push({ ...blockOf(mark > 0 ? 'item' : 'paragraph', line), textStart: line.start + mark })
  })
  blocks.forEach((block, i) => {
    if (isHeading(block, blocks[i - 1], blocks[i + 1])) block.kind = 'heading'
  })
  return blocks
}

function blockOf(kind: Block['kind'], line: Line): Block {
  return { kind, start: line.start, end: line.end, textStart: line.start, cells: [], lines: [line] }
}

function markOf(text: string): number {
  return MARK.exec(text)?.[0].length ?? 0
}

/** Whether paragraphs are wrapped over several lines, as in print, or take one line each, as in a word processor's text. */
function isWrapped(lines: readonly Line[]): boolean {
  if (lines.some(({ text }) => text.length > MAX_PRINTED_LINE_LENGTH && !text.includes('\t'))) return false
  const cased = lines.filter(({ text }) => /^[\p{Lu}\p{Ll}]/u.test(text))
  if (cased.length < lines.length / 3) return true
  return cased.filter(({ text }) => /^\p{Ll}/u.test(text)).length >= WRAPPED_SHARE * cased.length
}

/** @param widest length of the widest line; infinite where paragraphs are not wrapped */
function continues(block: Block, before: Line, line: Line, widest: number): boolean {
  const ended = SENTENCE_END.test(before.text)
  // Continuation of a wrapped cell.
  if (block.kind === 'row') return !line.isApart && !ended && /^(?:\p{Ll}|\S+$)/u.test(line.text)
  // Across a page break a sentence continues unless it was ended or the next line starts with a capital.
  if (line.page !== before.page) return !ended && !/^[\p{Lu}#]/u.test(line.text)
  if (line.isApart || line.text.startsWith('#') || before.text.startsWith('#')) return false
  if (/^\p{Ll}/u.test(line.text))
    return !ended || /[,;،؛]$/.test(before.text) || before.text.length >= SHORT_LINE * widest
  if (before.text.length < VERY_SHORT_LINE * widest) return false
  return !(/[.!?؟:]["')\]»”]*$/.test(before.text) && before.text.length < SHORT_LINE * widest)
}

function isHeading(block: Block, before: Block | undefined, after: Block | undefined): boolean {
  if (block.lines.length !== 1 || block.kind === 'row' || block.kind === 'heading') return false
  const { text } = block.lines[0]!
  if (/^#{1,6}\s/.test(text)) return true
  if (text.length > MAX_HEADING_LENGTH || SENTENCE_END.test(text)) return false
  if (text.split(/\s+/).length > MAX_HEADING_WORDS || /^[\p{Ll}]/u.test(text)) return false
  if (block.kind === 'item') return isNumberedHeading(text, before, after)
  if (NUMBERED_HEADING.test(text)) return true
  return after !== undefined
}

/** "2. Licences" is a heading if neither neighbour is an item of the same style. */
function isNumberedHeading(text: string, before: Block | undefined, after: Block | undefined): boolean {
  const style = styleOf(text)
  if (style === '' || !after) return false
  return [before, after].every((other) => other?.kind !== 'item' || styleOf(other.lines[0]!.text) !== style)
}

/** "3.1 " and "4.2 " have the same style; bullets and letters have none. */
function styleOf(text: string): string {
  const mark = MARK.exec(text)?.[0] ?? ''
  return /\d/.test(mark) ? mark.replace(/\d+/g, '0').trim() : ''
}

function cellsOf(line: Line): Cell[] {
  const separator = line.text.includes('\t') ? /\t+/g : /^\|.*\|$/.test(line.text) ? /\|/g : / {3,}/g
  const cells: Cell[] = []
  let from = 0
  const push = (to: number) => {
    const raw = line.text.slice(from, to)
    const text = raw.trim()
    if (text === '') return
    const start = line.start + from + raw.indexOf(text)
    cells.push({ start, end: start + text.length, text })
  }
  for (const match of line.text.matchAll(separator)) {
    push(match.index)
    from = match.index + match[0].length
  }
  push(line.text.length)
  return cells
}
