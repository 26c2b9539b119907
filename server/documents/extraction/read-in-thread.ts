import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { YOUNG_MB } from '../../platform/thread-limits.ts'
import { beginningOf } from './clean.ts'
import { type Extraction, failed, type ReadableFile } from './extraction.ts'
import type { Progress } from './extract-text.ts'
import { FILE_CPU_MS, HEAP_MB, MAX_GIVEN_UP, PAGE_CPU_MS, PROCESS_MB, READ_TIMEOUT_MS } from './limits.ts'
import { advance, giveUpPage, noPages, pagesExtraction, type PagesRead } from './pdf/pages-read.ts'

export type ThreadMessage = Progress | { extraction: Extraction }

type Exceeded = 'too-slow' | 'too-much-memory'

/** The remark on an office document of which only the beginning was read. */
const REST = { 'too-slow': 'rest-too-slow', 'too-much-memory': 'rest-too-much-memory' } as const

const POLL_INTERVAL_MS = 25
/** The system needs a moment to take back the memory of a thread. */
const AFTER_A_THREAD_MS = 250

/**
 * Reads a file in a thread, which is terminated when a page or the file needs more processor time or memory than its limit. A
 * page of a PDF is then given up and the next one begun in another thread; what was read before is kept. The work itself is
 * measured, so that a busy machine does not change the result.
 * @param onMemory called with the megabytes of the process, as sampled
 */
export async function readInThread(
  file: ReadableFile,
  onMemory: (megabytes: number) => void,
  fileCpuMs = FILE_CPU_MS,
): Promise<Extraction> {
  const end = { cpu: cpuMs() + fileCpuMs, clock: performance.now() + READ_TIMEOUT_MS }
  const isOver = () => cpuMs() > end.cpu || performance.now() > end.clock
  return file.type === 'pdf' ? readPages(file, { isOver, onMemory }) : readText(file, { isOver, onMemory })
}

async function readText(file: ReadableFile, limits: Limits): Promise<Extraction> {
  const texts: string[] = []
  const end = await readOn(file, noPages(), limits, (progress) => {
    if ('text' in progress) texts.push(progress.text)
  })
  if (typeof end !== 'string') return end
  return texts.length === 0 ? failed(end) : beginningOf(texts.join('\n'), { code: REST[end] })
}

async function readPages(file: ReadableFile, limits: Limits): Promise<Extraction> {
  const read = noPages()
  for (;;) {
    const end = await readOn(file, read, limits, (progress) => {
      if (!('text' in progress)) advance(read, progress)
    })
    if (typeof end !== 'string') return end
    const isOver = limits.isOver()
    // Unknown until the file has been opened.
    if (read.pageCount === 0 || (isOver && read.texts.length === 0)) return failed(end)
    if (!isOver && read.texts.length < read.pageCount) giveUpPage(read)
    if (isOver || read.givenUp.length >= MAX_GIVEN_UP || read.texts.length >= read.pageCount) {
      return pagesExtraction(read)
    }
    await pause(AFTER_A_THREAD_MS)
  }
}

interface Limits {
  /** whether the time for the whole file is used up */
  isOver: () => boolean
  onMemory: (megabytes: number) => void
}

/** Reads from the next page on. @returns which limit was exceeded, if one was */
async function readOn(
  file: ReadableFile,
  read: PagesRead,
  { isOver, onMemory }: Limits,
  onProgress: (progress: Progress) => void,
): Promise<Extraction | Exceeded> {
  const { promise, resolve, reject } = Promise.withResolvers<Extraction | Exceeded>()
  const worker = new Worker(new URL('./extraction-worker.ts', import.meta.url), {
    workerData: { ...file, pages: read },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    stdout: true,
    stderr: true,
  })
  let pageUntil = Infinity
  const watch = setInterval(() => {
    const megabytes = process.memoryUsage.rss() / 1024 / 1024
    onMemory(megabytes)
    if (megabytes > PROCESS_MB) resolve('too-much-memory')
    else if (isOver() || cpuMs() > pageUntil) resolve('too-slow')
  }, POLL_INTERVAL_MS)
  worker.on('message', (message: ThreadMessage) => {
    if ('extraction' in message) return resolve(message.extraction)
    onProgress(message)
    if (!('text' in message)) pageUntil = cpuMs() + PAGE_CPU_MS
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
