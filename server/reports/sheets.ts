import type { ReportBlock, ReportCell, ReportColumn, ReportDocument } from '../../shared/reports/document.ts'
import type { SheetCell, SheetPiece } from './spreadsheets/sheet.ts'
import { clockIn } from './spreadsheets/table.ts'
import type { MadeReport } from './make.ts'

/** A part of a report that becomes a sheet. */
interface Part {
  name: string
  columns: readonly ReportColumn[]
  rows: readonly (readonly ReportCell[])[]
  /** whether further rows follow */
  isCut?: boolean
}
type ReportTable = Extract<ReportBlock, { kind: 'table' }>

/** A summary sheet, then a sheet for each set of figures, table and chart, in their order and with every row. */
export async function* sheetsOf({ document, rest }: MadeReport, signal: AbortSignal): AsyncGenerator<SheetPiece[]> {
  const { timeZone } = document
  for (const { name, columns, rows, isCut: goesOn } of partsOf(document)) {
    const heads = columns.map((column) => ({
      head: headOf(column, timeZone),
      kind: column.kind === 'link' ? ('text' as const) : column.kind,
    }))
    yield [{ sheet: { name, columns: heads } }, { rows: rows.map(plainRow) }]
    if (goesOn) for await (const more of rest(signal)) yield [{ rows: more.map(plainRow) }]
  }
}

/** A table of which the document has only the first rows. */
export function isCut(block: ReportBlock): block is ReportTable {
  return block.kind === 'table' && block.rows.length < block.total
}

function plainRow(row: readonly ReportCell[]): SheetCell[] {
  return row.map((cell) => (cell !== null && typeof cell === 'object' ? cell.text : cell))
}

function partsOf(document: ReportDocument): Part[] {
  const about: Part = {
    name: 'Report',
    columns: [text('Report'), text(document.title)],
    rows: [
      ['Office', document.office],
      ['As of', `${clockIn(document.timeZone)(document.asOf)} (${document.timeZone})`],
      ...(document.period ? [['Period', `${document.period.from} to ${document.period.to}`]] : []),
      ...document.about.map((line) => ['About', line]),
      ...document.blocks.flatMap((block) => (block.kind === 'sentence' ? [['', block.text]] : [])),
    ],
  }
  return [about, ...document.blocks.flatMap(partOf)]
}

function text(label: string): ReportColumn {
  return { label, kind: 'text' }
}

function partOf(block: ReportBlock): Part[] {
  if (block.kind === 'table')
    return [{ name: block.title, columns: block.columns, rows: block.rows, isCut: isCut(block) }]
  if (block.kind === 'figures') {
    const rows = block.figures.map(({ label, value, change }) => [label, value, change])
    return [{ name: 'Figures', columns: ['Figure', 'Value', 'Compared with the period before'].map(text), rows }]
  }
  if (block.kind !== 'chart') return []
  return [
    {
      name: block.name,
      columns: [
        text(block.labelled),
        ...block.series.map(({ name }) => ({ label: name, kind: 'number' as const, unit: block.unit })),
      ],
      rows: block.labels.map((label, i) => [label, ...block.series.map(({ values }) => values[i] ?? null)]),
    },
  ]
}

/** `Overdue (days)`, `Moved (Europe/Paris)`: adds the unit or time zone. */
export function headOf({ label, kind, unit }: ReportColumn, timeZone: string): string {
  if (kind === 'instant') return `${label} (${timeZone})`
  return unit === undefined || label.toLowerCase() === unit ? label : `${label} (${unit})`
}
