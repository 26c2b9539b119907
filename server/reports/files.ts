import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { EXPORT_COLUMNS } from '../../shared/export-columns.ts'
import type { CustomReport } from '../../shared/reports/definition.ts'
import type { ReportDocument } from '../../shared/reports/document.ts'
import type { ReportFormat } from '../../shared/reports/runs.ts'
import { cellsOf } from '../tables/cells.ts'
import { Encoder, type EncoderFile } from '../exports/encoder.ts'
import { numbersInView, rowsOf, type View } from '../requests/list/whole.ts'
import type { Policy } from '../settings/service.ts'
import { YOUNG_MB } from '../thread-limits.ts'
import type { Deps } from './deps.ts'

export interface DocumentTask {
  document: ReportDocument
  format: ReportFormat
  /** of the file that is written */
  path: string
}

const SCRIPT = new URL('./document-thread.ts', import.meta.url)
const MEMORY_MB = 256
const CHUNK = 200

/** Writes a report into a file, in a thread of its own so that nobody else waits for it. */
export async function writeDocument(task: DocumentTask, signal: AbortSignal): Promise<EncoderFile> {
  const worker = new Worker(SCRIPT, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  try {
    const [file] = (await once(worker, 'message', { signal })) as [EncoderFile]
    return file
  } finally {
    await worker.terminate()
  }
}

interface ListTask {
  view: View
  columns: CustomReport['columns']
  format: 'csv' | 'xlsx'
  path: string
}

/** Writes a list of requests row by row, as many as there are: never all of them in memory. */
export async function writeList(
  { db }: Pick<Deps, 'db'>,
  policy: Policy,
  { view, columns, format, path }: ListTask,
  signal: AbortSignal,
): Promise<{ file: EncoderFile; rows: number }> {
  const numbers = await numbersInView(db, policy, view)
  const shown = columns.map((column) => EXPORT_COLUMNS[column])
  const encoder = new Encoder({
    format,
    path,
    options: { columns: shown, timeZone: policy.timeZone, name: 'Requests' },
  })
  try {
    let rows = 0
    for (let from = 0; from < numbers.length; from += CHUNK) {
      signal.throwIfAborted()
      const found = await rowsOf(db, numbers.slice(from, from + CHUNK))
      await encoder.write(found.map((request) => cellsOf(request, columns, policy.departments)))
      rows += found.length
    }
    return { file: await encoder.finish(), rows }
  } finally {
    await encoder.stop()
  }
}
