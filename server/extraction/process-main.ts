import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import type { DocumentType } from '../../shared/document-types.ts'
import { YOUNG_MB } from '../thread-limits.ts'
import { type Extraction, TOO_MUCH_MEMORY, TOO_SLOW } from './extraction.ts'
import { HEAP_MB, PROCESS_MB, READ_TIMEOUT_MS } from './limits.ts'
import { installedLanguages } from './scans/programs.ts'
import { pagesToScan, readScan } from './scans/read-scan.ts'

/** The process's argument; the bytes of the file come on its standard input. */
export interface ExtractionTask {
  type: DocumentType
  readScans: boolean
  /** A scan of more pages is not read but reported as a `LongScan`. */
  maxScanPages?: number | undefined
}

export interface ExtractionReply {
  /** null for a scan of too many pages */
  extraction: Extraction | null
  /** peak memory of the process, as sampled */
  peakMb: number
}

const POLL_INTERVAL_MS = 25
/** Lower priority than interactive work. */
const NICENESS = 15

/** Reads one file and exits, which frees all memory. A thread does the reading, so that this one can watch its limits. */
async function main(): Promise<void> {
  process.on('disconnect', () => killProcessGroup())
  setPriority(NICENESS)
  const { type, readScans, maxScanPages = Infinity } = JSON.parse(process.argv[2] ?? '') as ExtractionTask
  const bytes = new Uint8Array(await buffer(process.stdin))
  const watch = setInterval(() => {
    if (memoryMb() > PROCESS_MB) answer({ state: 'failed', note: TOO_MUCH_MEMORY })
  }, POLL_INTERVAL_MS)
  // This limit is for the file's own text; scans get more time.
  const limit = setTimeout(() => answer({ state: 'failed', note: TOO_SLOW }), READ_TIMEOUT_MS)
  const read = await readInThread({ type, bytes })
  clearInterval(watch)
  clearTimeout(limit)
  if (!readScans) return answer(read)
  const toScan = pagesToScan(type, read).length
  if (toScan <= maxScanPages || (await installedLanguages()).length === 0) answer(await readScan({ type, bytes }, read))
  else answer(null)
}

function readInThread(workerData: { type: DocumentType; bytes: Uint8Array }): Promise<Extraction> {
  const { promise, resolve, reject } = Promise.withResolvers<Extraction>()
  const worker = new Worker(new URL('./extraction-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    stdout: true,
    stderr: true,
  })
  worker.on('message', resolve)
  worker.on('error', (error: Error & { code?: string }) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ state: 'failed', note: TOO_MUCH_MEMORY })
    else reject(error)
  })
  worker.on('exit', (code) => reject(new Error(`The thread ended with ${code}`)))
  return promise
}

let peakMb = 0

function memoryMb(): number {
  const mb = process.memoryUsage.rss() / 1024 / 1024
  peakMb = Math.max(peakMb, mb)
  return mb
}

function answer(extraction: ExtractionReply['extraction']): void {
  memoryMb()
  const reply: ExtractionReply = { extraction, peakMb }
  // Exiting aborts all other work.
  process.send?.(reply, () => process.exit(0))
}

/** The server has exited: kills this process with its child processes. */
function killProcessGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL')
  } catch {
    process.exit(1)
  }
}

await main()
