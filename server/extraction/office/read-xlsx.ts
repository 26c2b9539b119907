import { partsOf } from '../clean.ts'
import { DAMAGED, type Extraction, Unreadable } from '../extraction.ts'
import { MAX_CELLS, MAX_TEXT_LENGTH } from '../limits.ts'
import { Archive } from './archive.ts'
import { readXml } from './xml.ts'

/** The stored cell values of a spreadsheet: a line for each row, tabs between the cells, the sheets one after another. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<Extraction> {
  const archive = await Archive.open(bytes)
  const sheets = archive.names().filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
  if (sheets.length === 0) throw new Unreadable(DAMAGED)
  const numberOf = (name: string) => Number(/\d+/.exec(name)?.[0])
  const strings = await readStrings(archive)
  const texts: string[] = []
  let left = 2 * MAX_TEXT_LENGTH
  for (const sheet of sheets.toSorted((one, other) => numberOf(one) - numberOf(other))) {
    const text = await readSheet(archive, sheet, strings, left)
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

async function readSheet(archive: Archive, part: string, strings: string[], maxLength: number): Promise<string> {
  const rows: string[] = []
  let cells: string[] = []
  let type = ''
  let value = ''
  let isValue = false
  let length = 0
  await readXml(archive, part, {
    open(name, { t = '' }) {
      if (name === 'row') cells = []
      if (name === 'c') {
        type = t
        value = ''
      }
      isValue = name === 'v' || name === 't'
    },
    close(name) {
      isValue = false
      if (name === 'c' && cells.length < MAX_CELLS) {
        const text = type === 's' ? (strings[Number(value)] ?? '') : value
        cells.push(text.replace(/\s+/g, ' ').trim())
      }
      if (name !== 'row' || length > maxLength) return
      const row = cells.join('\t').trimEnd()
      length += row.length + 1
      if (row !== '') rows.push(row)
    },
    text(text) {
      if (isValue) value += text
    },
  })
  return rows.join('\n')
}
