import { MAX_TEXT_LENGTH } from '../limits.ts'
import { FormField } from './form-field.ts'
import type { NoteKind, NoteMarks } from './note-marks.ts'
import type { ListPlace, Numbering } from './numbering.ts'
import { type Labels, TableRow } from './table-row.ts'
import type { XmlHandler } from './xml.ts'

interface Paragraph {
  text: string
  list: ListPlace | undefined
  beginsPage: boolean
  endsSection: boolean
  /** Its paragraph mark was deleted: the next paragraph continues it. */
  isOpenEnded: boolean
}

/** Elements whose text is not visible on the page: deleted text, or an alternative form of the element beside it. */
const SKIPPED = new Set([
  'del',
  'moveFrom',
  'Fallback',
  'instrText',
  'delText',
  'rPrChange',
  'pPrChange',
  'sectPrChange',
  'tcPrChange',
  'trPrChange',
])

function newParagraph(): Paragraph {
  return { text: '', list: undefined, beginsPage: false, endsSection: false, isOpenEnded: false }
}

/**
 * Collects the text of one part of a Word document: paragraphs as lines, list items with their bullet or number, table rows
 * with tabs between the cells, notes with their reference mark. Pages end at manual page breaks, and where Word last broke
 * them.
 */
export class WordText implements XmlHandler {
  readonly #numbering: Numbering
  readonly #notes: NoteMarks
  readonly #onText: (text: string) => void
  /** lines that `#onText` has yet to be called with */
  #untold: string[] = []
  readonly #pages: string[][] = [[]]
  /** text boxes have paragraphs inside a paragraph */
  readonly #paragraphs: Paragraph[] = []
  readonly #tables: Labels[] = []
  readonly #rows: TableRow[] = []
  /** content controls, which show a placeholder until they are filled in */
  readonly #controls: { isPlaceholder: boolean }[] = []
  readonly #fields: FormField[] = []
  /** the text of a paragraph whose paragraph mark was deleted */
  #carried = ''
  #skipped = 0
  #isText = false
  #inParagraphSettings = false
  #isHidden = false
  #length = 0
  /** prefix for the text of the note that has just begun */
  #mark = ''

  /** @param onText called with the next lines */
  constructor(numbering: Numbering, notes: NoteMarks, onText: (text: string) => void) {
    this.#numbering = numbering
    this.#notes = notes
    this.#onText = onText
  }

  /** One text for each page; a single one where there are no page breaks. */
  pages(): string[] {
    return this.#pages.map((lines) => lines.join('\n'))
  }

  open(name: string, attributes: Record<string, string>): void {
    const isEndChanged = this.#inParagraphSettings && (name === 'del' || name === 'moveFrom')
    if (isEndChanged && this.#skipped === 0) this.#paragraphs.at(-1)!.isOpenEnded = true
    if (this.#isSkipped(name)) this.#skipped++
    if (this.#skipped > 0) return
    if (name === 'p') this.#beginParagraph()
    else if (name === 'pPr') this.#inParagraphSettings = true
    else if (name === 'sdt') this.#controls.push({ isPlaceholder: false })
    else if (name === 'tbl') this.#tables.push(new Map())
    else if (name === 'tr') this.#rows.push(new TableRow(this.#tables.at(-1) ?? new Map()))
    else if (name === 'tc') this.#rows.at(-1)?.beginCell()
    else if (name === 'gridBefore' || name === 'gridSpan' || name === 'vMerge') {
      this.#rows.at(-1)?.read(name, attributes['val'] ?? '')
    } else if (name === 'footnote' || name === 'endnote') this.#beginNote(name, attributes)
    else if (name === 'r') this.#isHidden = false
    else if (name === 't') this.#isText = true
    else if (this.#inParagraphSettings) this.#readSetting(name, attributes)
    else this.#readRun(name, attributes)
  }

  close(name: string): void {
    if (this.#isSkipped(name)) this.#skipped--
    if (this.#skipped > 0) return
    if (name === 'sdt') this.#controls.pop()
    else if (name === 'checkBox' || name === 'ddList') this.#add(this.#fields.pop()?.shown() ?? '')
    else if (name === 't') this.#isText = false
    else if (name === 'pPr') this.#endSettings()
    else if (name === 'p') this.#endParagraph()
    else if (name === 'tr') this.#endRow()
    else if (name === 'tbl') this.#tables.pop()
  }

  text(text: string): void {
    if (this.#isText && this.#skipped === 0) this.#add(text)
  }

  pause(): void {
    if (this.#untold.length > 0) this.#onText(this.#untold.join('\n'))
    this.#untold = []
  }

  #isSkipped(name: string): boolean {
    return SKIPPED.has(name) || (name === 'sdtContent' && this.#controls.at(-1)?.isPlaceholder === true)
  }

  #readSetting(name: string, { val = '' }: Record<string, string>): void {
    const paragraph = this.#paragraphs.at(-1)
    if (!paragraph) return
    if (name === 'pStyle') paragraph.list ??= this.#numbering.ofStyle(val)
    else if (name === 'pageBreakBefore') paragraph.beginsPage = isOn(val)
    else if (name === 'sectPr') paragraph.endsSection = true
    else if (name === 'type') paragraph.endsSection &&= val !== 'continuous'
    else if (name === 'ilvl') paragraph.list = { list: paragraph.list?.list ?? '', level: Number(val) || 0 }
    else if (name === 'numId') {
      paragraph.list = val === '0' ? undefined : { list: val, level: paragraph.list?.level ?? 0 }
    }
  }

  #beginParagraph(): void {
    this.#paragraphs.push(newParagraph())
    this.#add(this.#mark)
    this.#mark = ''
  }

  #beginNote(kind: NoteKind, { id = '' }: Record<string, string>): void {
    const mark = this.#notes.of(kind, id)
    this.#mark = mark === undefined ? '' : `${mark} `
  }

  #readRun(name: string, attributes: Record<string, string>): void {
    const { val = '', type = '', char = '', id = '', customMarkFollows } = attributes
    const control = this.#controls.at(-1)
    if (name === 'showingPlcHdr' && control) control.isPlaceholder = isOn(val)
    else if (name === 'checkBox' || name === 'ddList') this.#fields.push(new FormField(name))
    else if (this.#fields.length > 0) this.#fields.at(-1)!.read(name, val)
    else if (name === 'tab' || name === 'ptab') this.#add('\t')
    else if (name === 'noBreakHyphen') this.#add('-')
    else if (name === 'cr') this.#add('\n')
    else if (name === 'vanish') this.#isHidden = isOn(val)
    else if (name === 'sym') this.#add(symbol(char))
    // A custom mark by the author is text of the document.
    else if (name === 'footnoteReference' && customMarkFollows === undefined) this.#add(this.#notes.at('footnote', id))
    else if (name === 'endnoteReference' && customMarkFollows === undefined) this.#add(this.#notes.at('endnote', id))
    else if (name === 'lastRenderedPageBreak') this.#breakPage('where Word did')
    else if (name === 'br') {
      if (type === 'page') this.#breakPage('by the author')
      else this.#add('\n')
    }
  }

  #add(text: string): void {
    const paragraph = this.#paragraphs.at(-1)
    // Text beyond the limit is cut off later, with a note.
    if (!paragraph || this.#isHidden || this.#length > 2 * MAX_TEXT_LENGTH) return
    this.#length += text.length
    paragraph.text += text
  }

  #endSettings(): void {
    this.#inParagraphSettings = false
    const paragraph = this.#paragraphs.at(-1)
    if (!paragraph) return
    if (paragraph.beginsPage) this.#breakPage('where Word did')
    if (paragraph.list) paragraph.text = this.#numbering.next(paragraph.list)
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop()
    if (!paragraph) return
    const text = this.#carried + paragraph.text
    this.#carried = paragraph.isOpenEnded ? text : ''
    if (!paragraph.isOpenEnded) this.#put(text)
    if (paragraph.endsSection) this.#breakPage('where Word did')
  }

  #put(text: string): void {
    const row = this.#rows.at(-1)
    if (row) row.add(text)
    else this.#addLine(text)
  }

  #addLine(line: string): void {
    this.#pages.at(-1)!.push(line)
    this.#untold.push(line)
  }

  #endRow(): void {
    const row = this.#rows.pop()
    if (!row) return
    const { text, repeated } = row.end(2 * MAX_TEXT_LENGTH - this.#length)
    this.#length += repeated
    this.#put(text)
  }

  /** Ignores breaks inside a table row and repeated breaks. */
  #breakPage(why: 'by the author' | 'where Word did'): void {
    if (this.#rows.length > 0) return
    const paragraph = this.#paragraphs.at(-1)
    const lines = this.#pages.at(-1)!
    const isEmpty = lines.every((line) => line.trim() === '') && (paragraph?.text ?? '').trim() === ''
    if (isEmpty && (why === 'where Word did' || this.#pages.length === 1)) return
    if (paragraph && paragraph.text !== '') {
      this.#addLine(paragraph.text.trimEnd())
      paragraph.text = ''
    }
    this.#pages.push([])
  }
}

function isOn(value: string): boolean {
  return !['0', 'false', 'off'].includes(value)
}

/** A character of a symbol font; Word mostly uses bullets, ticks and arrows. */
function symbol(char: string): string {
  const code = Number.parseInt(char, 16)
  if (!(code > 0) || code > 0xffff) return ''
  return code >= 0xf000 && code <= 0xf0ff ? '•' : String.fromCharCode(code)
}
