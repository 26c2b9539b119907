import type { Readable } from 'node:stream'
import { MONTHS } from '../../shared/dates.ts'
import type { ReportBlock, ReportCell, ReportColumn, ReportDocument } from '../../shared/reports/document.ts'
import { clockIn } from '../tables/table.ts'
import type { Block, Chart } from '../pdf/blocks.ts'
import { writePdf } from '../pdf/document.ts'
import { headOf } from './sheets.ts'
import { countOf, figure } from './words.ts'

type ReportChart = Extract<ReportBlock, { kind: 'chart' }>
type ReportTable = Extract<ReportBlock, { kind: 'table' }>

/** More columns than these need the long side of the paper. */
const MOST_UPRIGHT = 6
/** Rows that say how wide the columns are. */
const MEASURED = 200
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** A report on paper, with the words and figures of the page. It computes without a pause: for a thread. */
export function documentAsPdf(document: ReportDocument): Readable {
  const { title, office, asOf, timeZone, period, about, blocks } = document
  const clock = clockIn(timeZone)
  const [day = '', time = ''] = clock(asOf).split(' ')
  const head: Block[] = [
    { kind: 'title', text: title },
    {
      kind: 'text',
      isSoft: true,
      text: [...(period ? [`${dateWords(period.from)} – ${dateWords(period.to)}`] : []), ...about].join(' · '),
    },
  ]
  const isWide = blocks.some((block) => block.kind === 'table' && block.columns.length > MOST_UPRIGHT)
  return writePdf([...head, ...blocks.flatMap((block) => drawn(block, clock, timeZone))], {
    office,
    subject: 'Report',
    title,
    asOf: `As of ${dateWords(day)}, ${time} (${timeZone})`,
    isLandscape: isWide,
    createdAt: asOf,
  })
}

function dateWords(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${MONTHS[month! - 1]?.slice(0, 3)} ${year}`
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
  { title, columns, rows, total, empty }: ReportTable,
  clock: (instant: string) => string,
  timeZone: string,
): Block[] {
  if (rows.length === 0)
    return [
      { kind: 'heading', text: title },
      { kind: 'text', isSoft: true, text: empty },
    ]
  const cells = rows.map((row) => row.map((cell, at) => shown(cell, columns[at], clock)))
  const left = total - rows.length
  return [
    { kind: 'heading', text: title },
    {
      kind: 'table',
      caption: title,
      columns: columns.map((column, at) => ({
        label: headOf(column, timeZone),
        isNumber: column.kind === 'number',
        share: shareOf(
          headOf(column, timeZone),
          cells.slice(0, MEASURED).map((row) => row[at] ?? ''),
        ),
      })),
      rows: cells,
    },
    ...(left > 0
      ? [
          {
            kind: 'text' as const,
            isSoft: true,
            text: `${countOf(left, 'more row is', 'more rows are')} left out here.`,
          },
        ]
      : []),
  ]
}

/** As wide as most of what stands in it, within reason. */
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

/** Bars side by side would be stacked on paper, as if they were parts of one: over time they are lines, else a chart each. */
function chartsOf({ shape, labels, series, finding, unit, labelled }: ReportChart): Chart[] {
  const named = labels.map((label) => (DATE.test(label) ? dateWords(label) : label))
  const words = { summary: finding, ...(unit === '%' && { unit }) }
  const bars = (some: typeof series) =>
    labels.map((_, at) => ({ label: named[at]!, values: some.map(({ values }) => values[at] ?? 0) }))
  const isOverTime = labels.every((label) => DATE.test(label))
  if (shape === 'lines' || (shape === 'bars' && series.length > 1 && isOverTime)) {
    return [
      { kind: 'lines', labels: named, lines: series.map(({ name, values }) => ({ label: name, values })), ...words },
    ]
  }
  if (shape === 'stacked')
    return [{ kind: 'bars', series: series.map(({ name }) => name), bars: bars(series), ...words }]
  return series.map((one, at) => ({
    kind: 'bars',
    series: [one.name],
    bars: bars([one]),
    ...words,
    summary: at === 0 ? finding : `${one.name} by ${labelled.toLowerCase()}.`,
  }))
}
