import { fork } from 'node:child_process'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Extraction, failed } from './extraction.ts'
import { READ_TIMEOUT_MS, SCAN_PAGE_TIMEOUT_MS, SCAN_TIMEOUT_MS } from './limits.ts'
import type { ExtractionTask, ExtractionReply } from './process-main.ts'

interface Options extends ExtractionTask {
  signal: AbortSignal
  timeoutMs?: number | undefined
  /** called with the peak memory of the process */
  onPeak?: (megabytes: number) => void
  /** PATH on which Tesseract and Poppler are looked for */
  path?: string
}

/** Until the process has started and has the file. Only a process that hangs reaches this: it keeps the other limits itself. */
const START_TIMEOUT_MS = 5 * 60_000
/** Leaves the last page that is started its full time for rendering and recognition. */
const SCANS_TIMEOUT_MS = SCAN_TIMEOUT_MS + 3 * SCAN_PAGE_TIMEOUT_MS

/** A scan that would block the places for short files for too long. */
export class ScanTooLongError extends Error {}

/** The process exited without an answer: killed by the system, for example. */
export class WorkerCrashedError extends Error {}

const MAIN = new URL('./process-main.ts', import.meta.url)

/**
 * Reads a file in a separate process, which exits afterwards: its memory is freed, and an exploit of the reader does not
 * reach the server. The process gets nothing of the server's environment but PATH, and is killed when it takes too long.
 * @throws ScanTooLongError for more than `maxScanPages` pages to be recognized; WorkerCrashedError when the process exits without an
 * answer; also when the bytes cannot be read, or `signal` is aborted
 */
export async function extractInProcess(content: Readable, options: Options): Promise<Extraction> {
  const { type, readScans, maxScanPages, fileCpuMs, signal, path = process.env.PATH ?? '' } = options
  const task: ExtractionTask = { type, readScans, maxScanPages, fileCpuMs }
  const child = fork(MAIN, [JSON.stringify(task)], {
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    env: { PATH: path },
    execArgv: [],
    // Leads a process group, so that it can be killed together with its child processes.
    detached: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<Extraction>()
  const timeoutMs = options.timeoutMs ?? START_TIMEOUT_MS + READ_TIMEOUT_MS + (readScans ? SCANS_TIMEOUT_MS : 0)
  const timer = setTimeout(() => resolve(failed('too-slow')), timeoutMs)
  const stop = () => reject(new Error('Reading was stopped'))
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  // The process sends nothing but an `ExtractionReply`.
  child.on('message', (message) => {
    const { extraction, peakMb } = message as ExtractionReply
    options.onPeak?.(peakMb)
    if (extraction) resolve(extraction)
    else reject(new ScanTooLongError('This scan has too many pages to be read at once'))
  })
  child.on('error', reject)
  child.on('exit', (code, killedBy) => reject(new WorkerCrashedError(`The reader ended with ${killedBy ?? code}`)))
  // EPIPE: a process that answers early has closed its input.
  pipeline(content, child.stdin!).catch((error: Error & { code?: string }) => {
    if (error.code !== 'EPIPE') reject(error)
  })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    content.destroy()
    killProcessGroup(child.pid)
  }
}

function killProcessGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has already exited.
  }
}
