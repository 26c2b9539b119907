import { parentPort, workerData } from 'node:worker_threads'
import { extractText } from './extract-text.ts'
import type { ReadableFile } from './extraction.ts'

parentPort!.postMessage(await extractText(workerData as ReadableFile))
