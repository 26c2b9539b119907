import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import type { ExportFormat } from '../../../shared/exports/exports.ts'
import type { Block, PdfOptions } from '../pdf/blocks.ts'
import { startThread, YOUNG_MB } from '../../platform/thread-limits.ts'
import type { SheetPiece } from '../spreadsheets/sheet.ts'
import type { Cell, TableOptions } from '../spreadsheets/table.ts'

interface TableTask {
  format: ExportFormat
  /** of the output file */
  path: string
  options: TableOptions
}
/** A PDF that is more than a table. */
interface DocumentTask {
  format: 'document'
  path: string
  options: PdfOptions
}
/** Several tables in one file. */
interface SheetsTask {
  format: 'csv-sheets' | 'xlsx-sheets'
  path: string
  timeZone: string
}
export type EncoderTask = TableTask | DocumentTask | SheetsTask
type Pieces<T extends EncoderTask> = T extends DocumentTask ? Block[] : T extends SheetsTask ? SheetPiece[] : Cell[][]
/** Without rows: end of input. */
export interface EncoderCall {
  rows?: Cell[][] | Block[] | SheetPiece[]
}
export interface EncoderFile {
  size: number
  /** SHA-256, hexadecimal */
  checksum: string
}
export interface EncoderAnswer {
  file?: EncoderFile
  error?: string
  /** code of a system error, such as `ENOSPC` */
  code?: string | undefined
}

const SCRIPT = new URL('./encoder-thread.ts', import.meta.url)
const NICENESS = 10
const MEMORY_MB = 128
/** pdfkit retains some kilobytes of each page until the end: a million rows are 50,000 pages. */
const MEMORY_OF_PDF_MB = 640

/** Makes a file of rows, of sheets, or of a document's blocks, in its own thread, so that the event loop is not blocked. */
export class Encoder<T extends EncoderTask = EncoderTask> {
  readonly #worker: Worker
  readonly #ended: Promise<never>

  constructor(task: T) {
    this.#worker = startThread(SCRIPT, NICENESS, {
      workerData: task,
      resourceLimits: {
        maxOldGenerationSizeMb: task.format === 'pdf' || task.format === 'document' ? MEMORY_OF_PDF_MB : MEMORY_MB,
        maxYoungGenerationSizeMb: YOUNG_MB,
      },
    })
    this.#ended = new Promise((_, reject) => {
      this.#worker.once('error', reject)
      this.#worker.once('exit', () => reject(new Error('The thread that writes the file ended')))
    })
    this.#ended.catch(() => undefined)
  }

  /** Writes all pieces and finishes the file. */
  async writeAll(pieces: AsyncIterable<Pieces<T>>): Promise<EncoderFile> {
    try {
      for await (const some of pieces) await this.write(some)
      return await this.finish()
    } finally {
      await this.stop()
    }
  }

  /** Resolves when it is ready for more rows (back-pressure). */
  async write(rows: Pieces<T>): Promise<void> {
    await this.#ask({ rows })
  }

  /** Resolves when the file is complete. */
  async finish(): Promise<EncoderFile> {
    return (await this.#ask({})).file!
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  /** One call at a time. */
  async #ask(call: EncoderCall): Promise<EncoderAnswer> {
    const answered = once(this.#worker, 'message')
    answered.catch(() => undefined)
    this.#worker.postMessage(call)
    const [answer] = (await Promise.race([answered, this.#ended])) as [EncoderAnswer]
    if (answer.error !== undefined) throw Object.assign(new Error(answer.error), { code: answer.code })
    return answer
  }
}
