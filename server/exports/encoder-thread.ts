import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { setPriority } from 'node:os'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { ExportFormat } from '../../shared/exports/exports.ts'
import type { Block } from '../pdf/blocks.ts'
import { writePdf } from '../pdf/document.ts'
import { writeCsv, writeSheetsAsCsv } from '../tables/csv.ts'
import type { EncoderAnswer, EncoderCall, EncoderTask } from './encoder.ts'
import type { Cell, TableWriter } from '../tables/table.ts'
import { writePdfTable } from '../tables/pdf.ts'
import type { SheetPiece } from '../tables/sheet.ts'
import { writeSheetsAsXlsx, writeXlsx } from '../tables/xlsx.ts'

// On Linux this lowers the calling thread alone; elsewhere it would lower the whole process.
if (process.platform === 'linux') setPriority(10)

const WRITERS: Record<ExportFormat, TableWriter> = { csv: writeCsv, xlsx: writeXlsx, pdf: writePdfTable }

async function* each<T>(some: AsyncIterable<T[]>): AsyncGenerator<T> {
  for await (const pieces of some) yield* pieces
}

const task = workerData as EncoderTask
/** One piece at a time: whoever reads the rows waits until they are written. */
const chunks = new PassThrough({ objectMode: true, highWaterMark: 1 })
const hash = createHash('sha256')
let size = 0
const written = pipeline(
  content(),
  async function* (bytes: AsyncIterable<Uint8Array | string>) {
    for await (const some of bytes) {
      const content = Buffer.from(some as string)
      hash.update(content)
      size += content.length
      yield content
    }
  },
  createWriteStream(task.path, { mode: 0o600 }),
)

/** What comes is what the task says; `Encoder` takes nothing else. */
function content(): Readable {
  switch (task.format) {
    case 'document':
      return writePdf(each(chunks as AsyncIterable<Block[]>), task.options)
    case 'csv-sheets':
      return writeSheetsAsCsv(each(chunks as AsyncIterable<SheetPiece[]>), task.timeZone)
    case 'xlsx-sheets':
      return writeSheetsAsXlsx(each(chunks as AsyncIterable<SheetPiece[]>), task.timeZone)
    default:
      return WRITERS[task.format](chunks as AsyncIterable<Cell[][]>, task.options)
  }
}

// What broke it is told to the next call.
written.catch(() => chunks.destroy())

parentPort!.on('message', (call: EncoderCall) => {
  answer(call).then(
    (reply) => parentPort!.postMessage(reply),
    (error: unknown) => parentPort!.postMessage({ error: String(error) } satisfies EncoderAnswer),
  )
})

async function answer({ rows }: EncoderCall): Promise<EncoderAnswer> {
  if (rows) {
    const accepted = chunks.write(rows) || new Promise<void>((resolve) => chunks.once('drain', resolve))
    await Promise.race([accepted, written])
    return {}
  }
  chunks.end()
  await written
  return { file: { size, checksum: hash.digest('hex') } }
}
