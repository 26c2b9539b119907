import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import type { ExportFormat } from '../../shared/exports/exports.ts'
import type { Block, PdfOptions } from '../pdf/blocks.ts'
import { startThread, YOUNG_MB } from '../thread-limits.ts'
import type { SheetPiece } from '../tables/sheet.ts'
import type { Cell, TableOptions } from '../tables/table.ts'

interface TableTask {
  format: ExportFormat
  /** of the file that is written */
  path: string
  options: TableOptions
}
/** A document that is more than a table, as PDF. */
interface DocumentTask {
  format: 'document'
  path: string
  options: PdfOptions
}
/** Several tables in a file. */
interface SheetsTask {
  format: 'csv-sheets' | 'xlsx-sheets'
  path: string
  timeZone: string
}
export type EncoderTask = TableTask | DocumentTask | SheetsTask
type Pieces<T extends EncoderTask> = T extends DocumentTask ? Block[] : T extends SheetsTask ? SheetPiece[] : Cell[][]
/** Without rows: that was the end. */
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
  /** of the system, such as `ENOSPC` */
  code?: string | undefined
}

const SCRIPT = new URL('./encoder-thread.ts', import.meta.url)
const NICENESS = 10
const MEMORY_MB = 128
/** Some kilobytes of each page are kept until the end: at a million rows they are 50,000 pages. */
const MEMORY_OF_PDF_MB = 640

/** Makes a file of rows, of sheets, or of a document's blocks, in a thread of its own, so that nobody else waits for the making. */
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

  /** Writes what comes and ends. */
  async writeAll(pieces: AsyncIterable<Pieces<T>>): Promise<EncoderFile> {
    try {
      for await (const some of pieces) await this.write(some)
      return await this.finish()
    } finally {
      await this.stop()
    }
  }

  /** Resolves when more rows may come. */
  async write(rows: Pieces<T>): Promise<void> {
    await this.#ask({ rows })
  }

  /** Resolves when the file is whole. */
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
