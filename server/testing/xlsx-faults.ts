import { OF_STYLES, OF_WORKBOOK, orderFaults } from './xlsx-order.ts'
import { childOf, childrenOf, type Element, parsed, type Parts } from './xlsx-parts.ts'
import { FIRST_OWN_FORMAT, sheetFaults } from './xlsx-sheet-faults.ts'

/** The rules of ECMA-376, part 1 that Excel enforces: it "repairs" or refuses a file that breaks one of them. */

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

const twice = (values: readonly (string | undefined)[]) => values.find((one, i) => values.indexOf(one) < i)

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
