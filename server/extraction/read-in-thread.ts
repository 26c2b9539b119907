import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { YOUNG_MB } from '../thread-limits.ts'
import { type Extraction, failed, type ReadableFile } from './extraction.ts'
import { FILE_CPU_MS, HEAP_MB, MAX_GIVEN_UP, PAGE_CPU_MS, PROCESS_MB } from './limits.ts'
import { advance, giveUpPage, noPages, pagesExtraction, type PagesRead, type Progress } from './pdf/pages-read.ts'

export type ThreadMessage = Progress | { extraction: Extraction }

type Exceeded = 'too-slow' | 'too-much-memory'

const POLL_INTERVAL_MS = 25
/** The system needs a moment to take back the memory of a thread. */
const AFTER_A_THREAD_MS = 250

/**
 * Reads a file in a thread, which is terminated when a page or the file needs more processor time or memory than its limit. A
 * page of a PDF is then given up and the next one begun in another thread; what was read before is kept. The work itself is
 * measured, so that a busy machine does not change the result.
 * @param onMemory called with the megabytes of the process, as sampled
 */
export async function readInThread(file: ReadableFile, onMemory: (megabytes: number) => void): Promise<Extraction> {
  const began = cpuMs()
  const read = noPages()
  for (;;) {
    const end = await readOn(file, read, { until: began + FILE_CPU_MS, onMemory })
    if (typeof end !== 'string') return end
    const isOver = cpuMs() > began + FILE_CPU_MS
    // Unknown until the file has been opened; other formats are read as a whole.
    if (read.pageCount === 0 || (isOver && read.texts.length === 0)) return failed(end)
    if (!isOver && read.texts.length < read.pageCount) giveUpPage(read)
    if (isOver || read.givenUp.length >= MAX_GIVEN_UP || read.texts.length >= read.pageCount) {
      return pagesExtraction(read)
    }
    await pause(AFTER_A_THREAD_MS)
  }
}

interface Limits {
  /** processor time of the process at which the file's share is used up */
  until: number
  onMemory: (megabytes: number) => void
}

/** Reads from the next page on. @returns which limit was exceeded, if one was */
async function readOn(
  file: ReadableFile,
  read: PagesRead,
  { until, onMemory }: Limits,
): Promise<Extraction | Exceeded> {
  const { promise, resolve, reject } = Promise.withResolvers<Extraction | Exceeded>()
  const worker = new Worker(new URL('./extraction-worker.ts', import.meta.url), {
    workerData: { ...file, pages: read },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    stdout: true,
    stderr: true,
  })
  let pageUntil = until
  const watch = setInterval(() => {
    const megabytes = process.memoryUsage.rss() / 1024 / 1024
    onMemory(megabytes)
    if (megabytes > PROCESS_MB) resolve('too-much-memory')
    else if (cpuMs() > Math.min(until, pageUntil)) resolve('too-slow')
  }, POLL_INTERVAL_MS)
  worker.on('message', (message: ThreadMessage) => {
    if ('extraction' in message) return resolve(message.extraction)
    advance(read, message)
    pageUntil = cpuMs() + PAGE_CPU_MS
  })
  worker.on('error', (error: Error & { code?: string }) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve('too-much-memory')
    else reject(error)
  })
  worker.on('exit', (code) => reject(new Error(`The thread ended with ${code}`)))
  try {
    return await promise
  } finally {
    clearInterval(watch)
    await worker.terminate()
  }
}

/** Processor time of this process, which does nothing but read. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
