import { buffer } from 'node:stream/consumers'
import type { DocumentType } from '../../../shared/document-types.ts'
import { lowerPriority } from '../../platform/thread-limits.ts'
import type { Extraction } from './extraction.ts'
import { readInThread } from './read-in-thread.ts'
import { installedLanguages } from './scans/programs.ts'
import { pagesToScan, readScan } from './scans/read-scan.ts'

/** The process's argument; the bytes of the file come on its standard input. */
export interface ExtractionTask {
  type: DocumentType
  readScans: boolean
  /** A scan of more pages is not read but reported as a `ScanTooLongError`. */
  maxScanPages?: number | undefined
  /** processor time for its own text; default: `FILE_CPU_MS` */
  fileCpuMs?: number | undefined
}

export interface ExtractionReply {
  /** null for a scan of too many pages */
  extraction: Extraction | null
  /** peak memory of the process, as sampled */
  peakMb: number
}

/** Lower priority than interactive work. */
const NICENESS = 15

/** Reads one file and exits, which frees all memory. */
async function main(): Promise<void> {
  process.on('disconnect', () => killProcessGroup())
  lowerPriority(NICENESS)
  const { type, readScans, maxScanPages = Infinity, fileCpuMs } = JSON.parse(process.argv[2] ?? '') as ExtractionTask
  const bytes = new Uint8Array(await buffer(process.stdin))
  const read = await readInThread({ type, bytes }, onMemory, fileCpuMs)
  if (!readScans) return answer(read)
  const toScan = pagesToScan(type, read).length
  if (toScan <= maxScanPages || (await installedLanguages()).length === 0) answer(await readScan({ type, bytes }, read))
  else answer(null)
}

let peakMb = 0

function onMemory(megabytes: number): void {
  peakMb = Math.max(peakMb, megabytes)
}

function answer(extraction: ExtractionReply['extraction']): void {
  onMemory(process.memoryUsage.rss() / 1024 / 1024)
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
