import { fork } from 'node:child_process'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Extraction, TOO_SLOW } from './extraction.ts'
import { READ_WITHIN_MS, SCAN_PAGE_WITHIN_MS, SCAN_WITHIN_MS } from './limits.ts'
import type { Order, Reply } from './process-main.ts'

interface Options extends Order {
  signal: AbortSignal
  withinMs?: number | undefined
  /** told how large the process has become */
  onPeak?: (megabytes: number) => void
  /** where Tesseract and Poppler are looked for */
  path?: string
}

/** The last page that is begun may be drawn and recognized for as long as any. */
const WITH_SCANS_WITHIN_MS = READ_WITHIN_MS + SCAN_WITHIN_MS + 3 * SCAN_PAGE_WITHIN_MS

/** It takes too long to be read among others. */
export class LongScan extends Error {}

/** The process ended without an answer: killed by the system, for example. */
export class ReaderEnded extends Error {}

const MAIN = new URL('./process-main.ts', import.meta.url)

/**
 * Reads a file in a process of its own, which ends with it: memory that a file takes is given back, and nothing that a file
 * does to its reader reaches the server. The process knows nothing of the server's environment, and is ended when it takes
 * too long.
 * @throws LongScan for more than `mostScanned` pages to be recognized; ReaderEnded when the process ends without an answer; when the bytes cannot be had, or `signal` is aborted
 */
export async function extractInProcess(content: Readable, options: Options): Promise<Extraction> {
  const { type, readScans, mostScanned, signal, path = process.env.PATH ?? '' } = options
  const order: Order = { type, readScans, mostScanned }
  const child = fork(MAIN, [JSON.stringify(order)], {
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    env: { PATH: path },
    execArgv: [],
    // Leads a group, so that it can be ended with the programs that it has started.
    detached: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<Extraction>()
  const withinMs = options.withinMs ?? (readScans ? WITH_SCANS_WITHIN_MS : READ_WITHIN_MS)
  const timer = setTimeout(() => resolve({ state: 'failed', note: TOO_SLOW }), withinMs)
  const stop = () => reject(new Error('Reading was stopped'))
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  // It sends nothing else.
  child.on('message', (message) => {
    const { extraction, peakMb } = message as Reply
    options.onPeak?.(peakMb)
    if (extraction) resolve(extraction)
    else reject(new LongScan('This scan has too many pages to be read at once'))
  })
  child.on('error', reject)
  child.on('exit', (code, killedBy) => reject(new ReaderEnded(`The reader ended with ${killedBy ?? code}`)))
  // A process that answers early has closed its input.
  pipeline(content, child.stdin!).catch((error: Error & { code?: string }) => {
    if (error.code !== 'EPIPE') reject(error)
  })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    content.destroy()
    endGroup(child.pid)
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody is left of it.
  }
}
