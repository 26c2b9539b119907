import { OF_WORKSHEET, orderFaults } from './xlsx-order.ts'
import { childOf, childrenOf, type Element } from './xlsx-parts.ts'

const [MAX_ROWS, MAX_COLUMNS, MAX_CHARACTERS] = [1_048_576, 16_384, 32_767]
/** Serial numbers of 1 March 1900 (before it, Excel counts a day that did not exist) and of the last day of 9999. */
const DATES = [61, 2_958_466] as const
/** Lower numbers are Excel's own formats. */
export const FIRST_OWN_FORMAT = 164
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

export function sheetFaults(sheet: Element, styles: Element): string[] {
  const faults = orderFaults(sheet, OF_WORKSHEET)
  if (!childOf(sheet, 'sheetData')) faults.push('there is no sheetData')
  let end = 0
  for (const { attributes } of childrenOf(childOf(sheet, 'cols'), 'col')) {
    const [min, max] = [Number(attributes['min']), Number(attributes['max'])]
    if (min <= end || max < min || max > MAX_COLUMNS) faults.push(`columns ${min} to ${max} overlap or are none`)
    end = max
  }
  const formats = childrenOf(childOf(styles, 'cellXfs'), 'xf').map(({ attributes }) => Number(attributes['numFmtId']))
  let [row, widest] = [0, 0]
  for (const { attributes, children } of childrenOf(childOf(sheet, 'sheetData'), 'row')) {
    const number = Number(attributes['r'])
    if (number <= row || number > MAX_ROWS) faults.push(`row ${number} is out of order`)
    row = number
    let column = 0
    for (const cell of children) {
      const at = columnOf(cell.attributes['r'] ?? '', row)
      if (at <= column || at > MAX_COLUMNS) faults.push(`cell ${cell.attributes['r']} is out of order`)
      column = at
      faults.push(...cellFaults(cell, formats))
    }
    widest = Math.max(widest, column)
  }
  const filtered = childOf(sheet, 'autoFilter')?.attributes['ref']
  const columns = childrenOf(childOf(sheet, 'cols'), 'col').length
  if (columns > 0 && !(filtered?.startsWith('A1:') && columnOf(filtered.slice(3), row) === columns))
    faults.push(`the filter ${filtered} is not that of ${columns} columns and ${row} rows`)
  const dimension = childOf(sheet, 'dimension')?.attributes['ref']
  if (dimension !== undefined && columnOf(dimension.split(':').at(-1)!, row) !== widest)
    faults.push(`the dimension ${dimension} is another`)
  return faults
}

/** From 1; NaN if the cell belongs to another row. */
function columnOf(reference: string, row: number): number {
  const [, letters = '', number] = /^([A-Z]{1,3})(\d+)$/.exec(reference) ?? []
  if (Number(number) !== row) return Number.NaN
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

function cellFaults({ attributes: { r, s = '0', t = 'n' }, children }: Element, formats: readonly number[]): string[] {
  const format = formats[Number(s)]
  const faults = format === undefined ? [`${r} has no style ${s}`] : []
  const [only, ...more] = children
  if (t === 'inlineStr') {
    const written = childOf(only, 't')
    if (only?.name !== 'is' || more.length > 0 || !written) return [...faults, `${r} has no text of its own`]
    if (/^\s|\s$/.test(written.text) && written.attributes['xml:space'] !== 'preserve')
      faults.push(`${r} loses its spaces`)
    // `_x000D_` encodes one character.
    if (written.text.replaceAll(/_x[\dA-F]{4}_/g, '_').length > MAX_CHARACTERS) faults.push(`${r} is too long`)
  } else if (t === 'n') {
    const value = only?.text ?? ''
    if (only?.name !== 'v' || more.length > 0 || !NUMBER.test(value)) return [...faults, `${r} is no number: ${value}`]
    const isDate = format !== undefined && format >= FIRST_OWN_FORMAT
    if (isDate && !(Number(value) >= DATES[0] && Number(value) < DATES[1])) faults.push(`${r} is no date: ${value}`)
  } else faults.push(`${r} is of the type ${t}, which nothing here writes`)
  return faults
}
