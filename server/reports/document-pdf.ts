import { dateWords } from '../../shared/dates.ts'
import type { ReportBlock, ReportCell, ReportColumn, ReportDocument } from '../../shared/reports/document.ts'
import { clockIn } from './spreadsheets/table.ts'
import { type Block, type Chart, MAX_TAGGED_ROWS, type PdfOptions } from './pdf/blocks.ts'
import type { MadeReport } from './make.ts'
import { headOf, isCut } from './sheets.ts'
import { figure } from './words.ts'

type ReportChart = Extract<ReportBlock, { kind: 'chart' }>
type ReportTable = Extract<ReportBlock, { kind: 'table' }>

/** Reports with more columns are printed in landscape format. */
const MAX_PORTRAIT_COLUMNS = 6
/** Rows from which the column widths are computed. */
const MEASURED = 200
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Page set-up of a report. */
export function pdfOptionsOf({ title, office, asOf, timeZone, blocks }: ReportDocument): PdfOptions {
  const [day = '', time = ''] = clockIn(timeZone)(asOf).split(' ')
  const tables = blocks.filter((block) => block.kind === 'table')
  return {
    office,
    subject: 'Report',
    title,
    asOf: `As of ${dateWords(day)}, ${time} (${timeZone})`,
    isLandscape: tables.some(({ columns }) => columns.length > MAX_PORTRAIT_COLUMNS),
    isTagged: tables.every(({ total }) => total <= MAX_TAGGED_ROWS),
    createdAt: asOf,
  }
}

/** The blocks of a report's PDF, with the page's content and every row. */
export async function* blocksOf({ document, rest }: MadeReport, signal: AbortSignal): AsyncGenerator<Block[]> {
  const { title, timeZone, period, about, blocks } = document
  const clock = clockIn(timeZone)
  const span = period ? [`${dateWords(period.from)} – ${dateWords(period.to)}`] : []
  yield [
    { kind: 'title', text: title },
    { kind: 'text', isSoft: true, text: [...span, ...about].join(' · ') },
  ]
  for (const block of blocks) {
    yield drawn(block, clock, timeZone)
    if (!isCut(block)) continue
    for await (const rows of rest(signal))
      yield [{ kind: 'rows', rows: rows.map((row) => row.map((cell, i) => shown(cell, block.columns[i], clock))) }]
  }
}

function drawn(block: ReportBlock, clock: (instant: string) => string, timeZone: string): Block[] {
  switch (block.kind) {
    case 'heading':
      return [{ kind: 'heading', text: block.text }]
    case 'sentence':
      return [{ kind: 'text', text: block.text }]
    case 'figures': {
      const items = block.figures.map(({ label, value, change }) => ({
        label,
        value: change === null ? value : `${value} (${change})`,
      }))
      return [{ kind: 'facts', items, perRow: 4 }]
    }
    case 'table':
      return tableBlocks(block, clock, timeZone)
    case 'chart':
      return [
        { kind: 'heading', text: block.name },
        ...chartsOf(block).map((chart): Block => ({ kind: 'chart', chart })),
      ]
  }
}

function tableBlocks(
  { title, columns, rows, empty }: ReportTable,
  clock: (instant: string) => string,
  timeZone: string,
): Block[] {
  if (rows.length === 0)
    return [
      { kind: 'heading', text: title },
      { kind: 'text', isSoft: true, text: empty },
    ]
  const cells = rows.map((row) => row.map((cell, i) => shown(cell, columns[i], clock)))
  return [
    { kind: 'heading', text: title },
    {
      kind: 'table',
      caption: title,
      columns: columns.map((column, i) => ({
        label: headOf(column, timeZone),
        isNumber: column.kind === 'number',
        share: shareOf(
          headOf(column, timeZone),
          cells.slice(0, MEASURED).map((row) => row[i] ?? ''),
        ),
      })),
      rows: cells,
    },
  ]
}

/** Relative column width by its longest text, within limits. */
function shareOf(head: string, cells: readonly string[]): number {
  const longest = Math.max(head.length, ...cells.map(({ length }) => length))
  return Math.min(40, Math.max(8, longest)) / 10
}

function shown(cell: ReportCell, column: ReportColumn | undefined, clock: (instant: string) => string): string {
  if (cell === null) return '–'
  if (typeof cell === 'number') return figure(cell)
  if (typeof cell === 'object') return cell.text
  if (column?.kind === 'date') return dateWords(cell)
  if (column?.kind !== 'instant') return cell
  const [day = '', time = ''] = clock(cell).split(' ')
  return `${dateWords(day)}, ${time}`
}

/**
 * The PDF would stack side-by-side bars as if they were parts of a whole: it shows a line chart over time, otherwise a
 * chart per series.
 */
function chartsOf({ shape, labels, series, finding, unit, labelled }: ReportChart): Chart[] {
  const named = labels.map((label) => (DATE.test(label) ? dateWords(label) : label))
  const words = { summary: finding, ...(unit === '%' && { unit }) }
  const bars = (some: typeof series) =>
    labels.map((_, i) => ({ label: named[i]!, values: some.map(({ values }) => values[i] ?? 0) }))
  const isOverTime = labels.every((label) => DATE.test(label))
  if (shape === 'lines' || (shape === 'bars' && series.length > 1 && isOverTime)) {
    return [
      { kind: 'lines', labels: named, lines: series.map(({ name, values }) => ({ label: name, values })), ...words },
    ]
  }
  if (shape === 'stacked')
    return [{ kind: 'bars', series: series.map(({ name }) => name), bars: bars(series), ...words }]
  return series.map((one, i) => ({
    kind: 'bars',
    series: [one.name],
    bars: bars([one]),
    ...words,
    summary: i === 0 ? finding : `${one.name} by ${labelled.toLowerCase()}.`,
  }))
}
