import Database from 'better-sqlite3'
import { parentPort, workerData } from 'node:worker_threads'
import type { Log } from './checkpoint.ts'

/** Copying goes on while others write, so there is always something left: enough is when little is. */
const LITTLE = 250
const MOST_ROUNDS = 4

const { file } = workerData as { file: string }
const raw = new Database(file, { timeout: 0, fileMustExist: true })
// What is copied must be on disk before the log that holds it may be written over.
raw.pragma('synchronous = FULL')

parentPort!.on('message', () => {
  let log = copy()
  for (let round = 1; round < MOST_ROUNDS && log.pages - log.copied > LITTLE; round++) log = copy()
  parentPort!.postMessage(log)
})

function copy(): Log {
  const [row] = raw.pragma('wal_checkpoint(PASSIVE)') as { log: number; checkpointed: number }[]
  return { pages: row!.log, copied: row!.checkpointed }
}
