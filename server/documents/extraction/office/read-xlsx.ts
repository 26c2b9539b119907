import { partsOf } from '../clean.ts'
import { type Extraction, Unreadable } from '../extraction.ts'
import { MAX_CELLS, MAX_TEXT_LENGTH } from '../limits.ts'
import { Archive } from './archive.ts'
import { NumberFormats } from './number-formats.ts'
import { readXml } from './xml.ts'

/** The cells of a spreadsheet as they are shown: a line for each row, tabs between the cells, the sheets one after another. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>, onText: (text: string) => void): Promise<Extraction> {
  const archive = await Archive.open(bytes)
  const sheets = archive.names().filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
  if (sheets.length === 0) throw new Unreadable({ code: 'damaged' })
  const numberOf = (name: string) => Number(/\d+/.exec(name)?.[0])
  const strings = await readStrings(archive)
  const formats = await NumberFormats.read(archive)
  const shown = (cell: Cell) => shownCell(cell, strings, formats)
  const texts: string[] = []
  let left = 2 * MAX_TEXT_LENGTH
  for (const sheet of sheets.toSorted((a, b) => numberOf(a) - numberOf(b))) {
    const text = await readSheet(archive, sheet, { shown, onText, maxLength: left })
    left -= text.length
    texts.push(text)
  }
  return partsOf(texts.join('\n\n'))
}

/** The shared strings, to which cells refer by index. */
async function readStrings(archive: Archive): Promise<string[]> {
  const strings: string[] = []
  let isText = false
  await readXml(archive, 'xl/sharedStrings.xml', {
    open(name) {
      if (name === 'si') strings.push('')
      isText = name === 't'
    },
    close() {
      isText = false
    },
    text(text) {
      if (isText && strings.length > 0) strings[strings.length - 1] += text
    },
  })
  return strings
}

interface Cell {
  type: string
  /** index of its format */
  style: number
  value: string
}

function shownCell({ type, style, value }: Cell, strings: readonly string[], formats: NumberFormats): string {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return formats.shownDate(value, style)
  return type === '' || type === 'n' ? formats.shown(value, style) : value
}

interface SheetOptions {
  shown: (cell: Cell) => string
  /** called with the next rows */
  onText: (text: string) => void
  maxLength: number
}

async function readSheet(archive: Archive, part: string, { shown, onText, maxLength }: SheetOptions): Promise<string> {
  const rows: string[] = []
  let cells: string[] = []
  let cell: Cell = { type: '', style: 0, value: '' }
  let isValue = false
  let length = 0
  let reported = 0
  await readXml(archive, part, {
    open(name, { t = '', s = '0' }) {
      if (name === 'row') cells = []
      if (name === 'c') cell = { type: t, style: Number(s), value: '' }
      isValue = name === 'v' || name === 't'
    },
    close(name) {
      isValue = false
      if (name === 'c' && cells.length < MAX_CELLS) {
        cells.push(shown(cell).replace(/\s+/g, ' ').trim())
      }
      if (name !== 'row' || length > maxLength) return
      const row = cells.join('\t').trimEnd()
      length += row.length + 1
      if (row !== '') rows.push(row)
    },
    text(text) {
      if (isValue) cell.value += text
    },
    pause() {
      if (reported < rows.length) onText(rows.slice(reported).join('\n'))
      reported = rows.length
    },
  })
  return rows.join('\n')
}
