import type { Element } from './xlsx-parts.ts'

/** The element order of CT_Worksheet, as far as a table needs it. */
export const OF_WORKSHEET = [
  ['sheetPr', 'dimension', 'sheetViews', 'sheetFormatPr', 'cols', 'sheetData', 'sheetProtection', 'autoFilter'],
  ['mergeCells', 'conditionalFormatting', 'dataValidations', 'hyperlinks', 'printOptions', 'pageMargins', 'pageSetup'],
  ['headerFooter', 'drawing', 'legacyDrawing', 'tableParts', 'extLst'],
].flat()
export const OF_STYLES = [
  'numFmts',
  'fonts',
  'fills',
  'borders',
  'cellStyleXfs',
  'cellXfs',
  'cellStyles',
  'dxfs',
  'tableStyles',
]
export const OF_WORKBOOK = ['fileVersion', 'workbookPr', 'bookViews', 'sheets', 'definedNames', 'calcPr', 'extLst']
/** List elements that must not be empty if present. */
const LISTS = new Set([
  'sheetViews',
  'cols',
  'sheets',
  'mergeCells',
  'hyperlinks',
  'tableParts',
  ...OF_STYLES.slice(0, 7),
])

/** Elements of a part that are unknown, out of order, or empty lists. */
export function orderFaults({ name, children }: Element, order: readonly string[]): string[] {
  const names = children.map((one) => one.name)
  const places = names.map((one) => order.indexOf(one))
  return [
    ...names.filter((one) => !order.includes(one)).map((one) => `${name} has an unknown ${one}`),
    ...names.filter((_, i) => i > 0 && places[i]! <= places[i - 1]!).map((one) => `${one} is out of order in ${name}`),
    ...children.filter((one) => LISTS.has(one.name) && one.children.length === 0).map((one) => `${one.name} is empty`),
  ]
}
