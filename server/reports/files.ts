import { EXPORT_COLUMNS } from '../../shared/export-columns.ts'
import type { CustomReport } from '../../shared/reports/definition.ts'
import type { ReportFormat } from '../../shared/reports/runs.ts'
import { cellsOf } from './spreadsheets/cells.ts'
import { Encoder, type EncoderFile } from './exports/encoder.ts'
import { numbersInView, rowsOf, type View } from '../requests/list/whole.ts'
import type { Policy } from '../settings/service.ts'
import type { Deps } from './deps.ts'
import { blocksOf, pdfOptionsOf } from './document-pdf.ts'
import type { MadeReport } from './make.ts'
import { sheetsOf } from './sheets.ts'

const CHUNK = 200

interface FileTask {
  format: ReportFormat
  /** of the output file */
  path: string
  signal: AbortSignal
}

/** Writes a report with every row of its tables into a file, streamed in bounded memory. */
export async function writeReport(made: MadeReport, { format, path, signal }: FileTask): Promise<EncoderFile> {
  if (format === 'pdf') {
    const encoder = new Encoder({ format: 'document', path, options: pdfOptionsOf(made.document) })
    return encoder.writeAll(blocksOf(made, signal))
  }
  const encoder = new Encoder({ format: `${format}-sheets`, path, timeZone: made.document.timeZone })
  return encoder.writeAll(sheetsOf(made, signal))
}

interface ListTask {
  view: View
  columns: CustomReport['columns']
  format: 'csv' | 'xlsx'
  path: string
}

/** Writes a list of requests into a file, streamed in bounded memory. */
export async function writeList(
  { db }: Pick<Deps, 'db'>,
  policy: Policy,
  { view, columns, format, path }: ListTask,
  signal: AbortSignal,
): Promise<EncoderFile> {
  const numbers = await numbersInView(db, policy, view)
  const shown = columns.map((column) => EXPORT_COLUMNS[column])
  const encoder = new Encoder({
    format,
    path,
    options: { columns: shown, timeZone: policy.timeZone, name: 'Requests' },
  })
  try {
    for (let from = 0; from < numbers.length; from += CHUNK) {
      signal.throwIfAborted()
      const rows = await rowsOf(db, numbers.slice(from, from + CHUNK))
      await encoder.write(rows.map((request) => cellsOf(request, columns, policy.departments)))
    }
    return await encoder.finish()
  } finally {
    await encoder.stop()
  }
}
