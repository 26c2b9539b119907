import type { SheetCell, SheetColumn } from './sheet.ts'

/** The parts of a workbook (ECMA-376, part 1): only what a table needs, with inline texts. */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const SHEETML = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const PACKAGE = 'application/vnd.openxmlformats-package'

const WIDTHS = { text: 24, date: 12, instant: 18, number: 14 }
/** Cell formats, as indices into `STYLES`. */
const FORMATS = { text: 0, date: 1, instant: 2, number: 0 }
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** Days between spreadsheet day 0, at the end of 1899, and 1970. */
const EPOCH_DAYS = 25_569
const DAY_MS = 86_400_000
/** Valid dates: from 1 March 1900, before which Excel counts a day that did not exist, to the end of 9999. */
const DATES = { from: 61, before: 2_958_466 }
/** Per cell: Excel reports a file with longer texts as damaged. */
const MAX_CHARACTERS = 32_767

/** The end of a sheet, with a filter in each heading. @param rows with the headings */
export function sheetEnd(columns: readonly SheetColumn[], rows: number): string {
  const filter = columns.length > 0 ? `<autoFilter ref="A1:${letters(columns.length - 1)}${rows}"/>` : ''
  return `</sheetData>${filter}</worksheet>`
}

/** Beginning of a sheet: frozen headings, and column widths by kind. */
export function sheetStart(columns: readonly SheetColumn[]): string {
  const cols = columns.map(
    ({ kind }, i) => `<col min="${i + 1}" max="${i + 1}" width="${WIDTHS[kind]}" customWidth="1"/>`,
  )
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const heads = columns.map(({ head }, i) => textXml(`${letters(i)}1`, head))
  const widths = cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${widths}<sheetData><row r="1">${heads.join('')}</row>`
}

/** @param number of the row, from 1 */
export function rowXml(
  row: readonly SheetCell[],
  columns: readonly SheetColumn[],
  number: number,
  clock: (instant: string) => string,
): string {
  const cells = row.map((cell, i) => cellXml(`${letters(i)}${number}`, cell, columns[i]?.kind ?? 'text', clock))
  return `<row r="${number}">${cells.join('')}</row>`
}

function cellXml(at: string, cell: SheetCell, kind: SheetColumn['kind'], clock: (instant: string) => string): string {
  if (cell === null || cell === '') return ''
  const value = typeof cell === 'number' ? cell : valueOf(cell, kind, clock)
  if (!Number.isFinite(value)) return textXml(at, String(cell))
  const isDate = kind === 'date' || kind === 'instant'
  if (isDate && !(value >= DATES.from && value < DATES.before)) return textXml(at, String(cell))
  const style = FORMATS[kind]
  return `<c r="${at}"${style ? ` s="${style}"` : ''}><v>${value}</v></c>`
}

/** NaN for text. Spreadsheets have no time zones: the local time is written as if it were UTC. */
function valueOf(cell: string, kind: SheetColumn['kind'], clock: (instant: string) => string): number {
  if (kind === 'text') return NaN
  if (kind === 'number') return Number(cell)
  const asUtc = kind === 'date' ? cell : `${clock(cell).replace(' ', 'T')}Z`
  return Date.parse(asUtc) / DAY_MS + EPOCH_DAYS
}

function textXml(at: string, whole: string): string {
  const text = whole.length > MAX_CHARACTERS ? `${whole.slice(0, MAX_CHARACTERS - 1).toWellFormed()}…` : whole
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

const SPECIAL = /[&<>"_\p{Cc}\uFFFE\uFFFF]/u
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '\n',
  '\t': '\t',
}

/** Excel shows a carriage return as `_x000D_`, and decodes such a sequence in a text. */
function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/_(?=x[\dA-F]{4}_)/gi, '_x005F_')
    .replaceAll(/[&<>"\p{Cc}\uFFFE\uFFFF]/gu, (one) => ESCAPES[one] ?? `_x${hex(one)}_`)
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
}

/** `A`, `Z`, `AA` … */
function letters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : letters(Math.floor(at / 26) - 1) + last
}

export interface WrittenSheet {
  name: string
  columns: number
  /** with the headings */
  rows: number
}

/** The parts of a workbook besides its sheets, by path. */
export function workbookParts(written: readonly WrittenSheet[]): [path: string, xml: string][] {
  const each = (part: (number: number, name: string) => string) =>
    written.map(({ name }, i) => part(i + 1, name)).join('')
  const sheets = each((n, name) => `<sheet name="${escaped(name)}" sheetId="${n}" r:id="rId${n}"/>`)
  const rels = each((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
  const types = each(
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SHEETML}.worksheet+xml"/>`,
  )
  const styles = `<Relationship Id="rId${written.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/>`
  return [
    ['xl/styles.xml', STYLES],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets}</sheets>${filterNames(written)}</workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', `${HEAD}<Relationships xmlns="${RELS}">${rels}${styles}</Relationships>`],
    [
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${RELS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="${PACKAGE}.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEETML}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEETML}.styles+xml"/>${types}</Types>`,
    ],
  ]
}

/** Excel finds the range of a sheet's filter by this hidden name, too. */
function filterNames(written: readonly WrittenSheet[]): string {
  const names = written.map(({ name, columns, rows }, i) => {
    const range = `'${escaped(name.replaceAll("'", "''"))}'!$A$1:$${letters(columns - 1)}$${rows}`
    return `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">${range}</definedName>`
  })
  const some = names.filter((_, i) => written[i]!.columns > 0)
  return some.length > 0 ? `<definedNames>${some.join('')}</definedNames>` : ''
}
