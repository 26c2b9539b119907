import { SaxesParser } from 'saxes'
import yauzl from 'yauzl'
import { text } from 'node:stream/consumers'

/** The rules of ECMA-376, part 1 that Excel enforces: it "repairs" or refuses a file that breaks one of them. */

export type Parts = Map<string, string>

interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

/** The element order of CT_Worksheet, as far as a table needs it. */
const OF_WORKSHEET = [
  ['sheetPr', 'dimension', 'sheetViews', 'sheetFormatPr', 'cols', 'sheetData', 'sheetProtection', 'autoFilter'],
  ['mergeCells', 'conditionalFormatting', 'dataValidations', 'hyperlinks', 'printOptions', 'pageMargins', 'pageSetup'],
  ['headerFooter', 'drawing', 'legacyDrawing', 'tableParts', 'extLst'],
].flat()
const OF_STYLES = [
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
const OF_WORKBOOK = ['fileVersion', 'workbookPr', 'bookViews', 'sheets', 'definedNames', 'calcPr', 'extLst']
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
const [MAX_ROWS, MAX_COLUMNS, MAX_CHARACTERS] = [1_048_576, 16_384, 32_767]
/** Serial numbers of 1 March 1900 (before it, Excel counts a day that did not exist) and of the last day of 9999. */
const DATES = [61, 2_958_466] as const
const FIRST_OWN_FORMAT = 164
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

/** The parts of a workbook by their paths. */
export async function partsOf(file: Buffer): Promise<Parts> {
  const parts: Parts = new Map()
  const zip = await yauzl.fromBufferPromise(file)
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return parts
}

/** Each rule that a workbook breaks, as a sentence; empty if Excel opens it without complaint. */
export function faultsIn(parts: Parts): string[] {
  const faults: string[] = []
  const trees = new Map<string, Element>()
  for (const [path, xml] of parts) {
    try {
      trees.set(path, parsed(xml))
    } catch (error) {
      faults.push(`${path} is not well-formed: ${String(error)}`)
    }
  }
  const part = (path: string) => trees.get(path) ?? { name: '', attributes: {}, children: [], text: '' }
  faults.push(...contentTypeFaults(part('[Content_Types].xml'), parts))
  faults.push(...relationFaults(part('_rels/.rels'), '', parts))
  const relations = part('xl/_rels/workbook.xml.rels')
  faults.push(...relationFaults(relations, 'xl/', parts))
  const workbook = part('xl/workbook.xml')
  faults.push(...orderFaults(workbook, OF_WORKBOOK), ...sheetNameFaults(workbook, relations))
  const styles = part('xl/styles.xml')
  faults.push(...orderFaults(styles, OF_STYLES), ...styleFaults(styles))
  for (const [path, tree] of trees)
    if (path.startsWith('xl/worksheets/')) faults.push(...sheetFaults(tree, styles).map((fault) => `${path}: ${fault}`))
  return faults
}

function parsed(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: { ...(attributes as Record<string, string>) }, children: [], text: '' }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('text', (some) => void (open.at(-1)!.text += some))
  parser.on('closetag', () => void open.pop())
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return root.children[0]!
}

const childrenOf = (parent: Element | undefined, name: string) =>
  parent?.children.filter((one) => one.name === name) ?? []
const childOf = (parent: Element | undefined, name: string) => childrenOf(parent, name)[0]
const twice = (values: readonly (string | undefined)[]) => values.find((one, at) => values.indexOf(one) < at)

function orderFaults({ name, children }: Element, order: readonly string[]): string[] {
  const names = children.map((one) => one.name)
  const places = names.map((one) => order.indexOf(one))
  return [
    ...names.filter((one) => !order.includes(one)).map((one) => `${name} has an unknown ${one}`),
    ...names
      .filter((_, at) => at > 0 && places[at]! <= places[at - 1]!)
      .map((one) => `${one} is out of order in ${name}`),
    ...children.filter((one) => LISTS.has(one.name) && one.children.length === 0).map((one) => `${one.name} is empty`),
  ]
}

function contentTypeFaults(types: Element, parts: Parts): string[] {
  const defaults = childrenOf(types, 'Default').map(({ attributes }) => attributes['Extension'])
  const overrides = childrenOf(types, 'Override').map(({ attributes }) => attributes['PartName'])
  const main = childrenOf(types, 'Override').find(({ attributes }) => attributes['PartName'] === '/xl/workbook.xml')
  const needsOwn = [...parts.keys()].filter((path) => path.startsWith('xl/') && path.endsWith('.xml'))
  return [
    ...overrides.filter((path) => !parts.has(path!.slice(1))).map((path) => `there is no ${path} that has a type`),
    ...needsOwn.filter((path) => !overrides.includes(`/${path}`)).map((path) => `${path} has no type of its own`),
    ...(defaults.includes('rels') ? [] : ['relationships have no type']),
    ...(main?.attributes['ContentType']?.endsWith('sheet.main+xml') ? [] : ['the workbook has no type']),
    ...(twice(overrides) ? [`${twice(overrides)} has two types`] : []),
  ]
}

function relationFaults(relations: Element, folder: string, parts: Parts): string[] {
  const all = childrenOf(relations, 'Relationship').map(({ attributes }) => attributes)
  const again = twice(all.map(({ Id }) => Id))
  return [
    ...(all.length === 0 ? [`${folder}_rels has no relationships`] : []),
    ...(again ? [`relationship ${again} is there twice`] : []),
    ...all.filter(({ Target }) => !parts.has(folder + Target)).map(({ Target }) => `there is no ${folder}${Target}`),
  ]
}

function sheetNameFaults(workbook: Element, relations: Element): string[] {
  const sheets = childrenOf(childOf(workbook, 'sheets'), 'sheet').map(({ attributes }) => attributes)
  const ids = childrenOf(relations, 'Relationship').flatMap(({ attributes: { Id, Type } }) =>
    Type?.endsWith('/worksheet') ? [Id] : [],
  )
  const isWrong = (name = '') =>
    name.length === 0 || name.length > 31 || /[[\]:*?/\\]|^'|'$|^history$/i.test(name) || !name.isWellFormed()
  return [
    ...sheets.filter(({ name }) => isWrong(name)).map(({ name }) => `a sheet may not be called ${name}`),
    ...(twice(sheets.map(({ name }) => name?.toLowerCase())) ? ['two sheets have one name'] : []),
    ...(twice(sheets.map(({ sheetId }) => sheetId)) ? ['two sheets have one id'] : []),
    ...sheets.filter((one) => !ids.includes(one['r:id'])).map(({ name }) => `sheet ${name} has no part`),
  ]
}

function styleFaults(styles: Element): string[] {
  const list = (name: string) => childOf(styles, name)?.children ?? []
  const own = list('numFmts').map(({ attributes }) => Number(attributes['numFmtId']))
  const limits = { fontId: list('fonts'), fillId: list('fills'), borderId: list('borders'), xfId: list('cellStyleXfs') }
  const counted = styles.children.filter(
    ({ attributes, children }) => 'count' in attributes && Number(attributes['count']) !== children.length,
  )
  return [
    ...counted.map(({ name }) => `${name} has another count`),
    ...(list('fills').length < 2 ? ['the two fills that are given are not there'] : []),
    ...own.filter((id) => id < FIRST_OWN_FORMAT).map((id) => `format ${id} is Excel's own`),
    ...[...list('cellXfs'), ...list('cellStyleXfs')].flatMap(({ attributes }) => [
      ...Object.entries(limits).flatMap(([name, some]) =>
        Number(attributes[name] ?? 0) < Math.max(1, some.length) ? [] : [`there is no ${name} ${attributes[name]}`],
      ),
      ...(Number(attributes['numFmtId']) < FIRST_OWN_FORMAT || own.includes(Number(attributes['numFmtId']))
        ? []
        : [`there is no format ${attributes['numFmtId']}`]),
    ]),
  ]
}

function sheetFaults(sheet: Element, styles: Element): string[] {
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
