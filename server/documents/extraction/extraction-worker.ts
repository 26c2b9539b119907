import { parentPort, workerData } from 'node:worker_threads'
import { extractText } from './extract-text.ts'
import type { ReadableFile } from './extraction.ts'
import type { PagesRead } from './pdf/pages-read.ts'
import type { ThreadMessage } from './read-in-thread.ts'

const { pages, ...file } = workerData as ReadableFile & { pages: PagesRead }
const send = (message: ThreadMessage) => parentPort!.postMessage(message)
send({ extraction: await extractText(file, pages, send) })
