import Database from 'better-sqlite3'
import { parentPort, workerData } from 'node:worker_threads'
import { COPY } from './wal-checkpointer.ts'

const { file } = workerData as { file: string }
const raw = new Database(file, { timeout: 0, fileMustExist: true })
raw.pragma('synchronous = NORMAL')

parentPort!.on('message', () => {
  raw.pragma(COPY)
  parentPort!.postMessage('copied')
})
