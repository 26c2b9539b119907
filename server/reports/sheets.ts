import type { ReportBlock, ReportCell, ReportColumn, ReportDocument } from '../../shared/reports/document.ts'
import { clockIn } from '../tables/table.ts'

/** A part of a report as a spreadsheet has it. */
export interface ReportSheet {
  name: string
  columns: ReportColumn[]
  rows: ReportCell[][]
}

const SHEET_NAME = 31

/** What the report is, and all its figures, tables and charts, each a table of its own, in their order. */
export function sheetsOf(document: ReportDocument): ReportSheet[] {
  const about: ReportSheet = {
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
  const parts = [about, ...document.blocks.flatMap(sheetOf)]
  const used = new Set<string>()
  return parts.map((part) => ({ ...part, name: uniqueName(part.name, used) }))
}

function text(label: string): ReportColumn {
  return { label, kind: 'text' }
}

function sheetOf(block: ReportBlock): ReportSheet[] {
  if (block.kind === 'table') {
    const left = block.total - block.rows.length
    const note = left > 0 ? [[`${left} more rows are left out here.`]] : []
    return [{ name: block.title, columns: block.columns, rows: [...block.rows, ...note] }]
  }
  if (block.kind === 'figures') {
    const rows = block.figures.map(({ label, value, change }) => [label, value, change])
    return [{ name: 'Figures', columns: ['Figure', 'Value', 'Beside the period before'].map(text), rows }]
  }
  if (block.kind !== 'chart') return []
  return [
    {
      name: block.name,
      columns: [
        text(block.labelled),
        ...block.series.map(({ name }) => ({ label: name, kind: 'number' as const, unit: block.unit })),
      ],
      rows: block.labels.map((label, at) => [label, ...block.series.map(({ values }) => values[at] ?? null)]),
    },
  ]
}

/** Spreadsheets allow 31 characters, no `[]:*?/\`, and each name once, however it is written. */
function uniqueName(wanted: string, used: Set<string>): string {
  const plain = wanted.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, SHEET_NAME)
  let name = plain
  for (let i = 2; used.has(name.toLowerCase()); i++) name = `${plain.slice(0, SHEET_NAME - 4)} ${i}`
  used.add(name.toLowerCase())
  return name
}

/** `Overdue (days)`, `Moved (Europe/Paris)`: what a bare number or time would leave open. */
export function headOf({ label, kind, unit }: ReportColumn, timeZone: string): string {
  if (kind === 'instant') return `${label} (${timeZone})`
  return unit === undefined || label.toLowerCase() === unit ? label : `${label} (${unit})`
}

export function plainCell(cell: ReportCell): string | number | null {
  return cell !== null && typeof cell === 'object' ? cell.text : cell
}
