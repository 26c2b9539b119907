import Database from 'better-sqlite3'
import { parentPort, workerData } from 'node:worker_threads'
import type { SlowAnswer } from './slow-reader.ts'

const { file } = workerData as { file: string }
const raw = new Database(file, { readonly: true, timeout: 1000 })
raw.pragma('query_only = ON')
raw.pragma('temp_store = MEMORY')
raw.pragma('cache_size = -4000')
const statements = new Map<string, Database.Statement>()

parentPort!.on('message', ({ sql, parameters }: { sql: string; parameters: unknown[] }) => {
  parentPort!.postMessage(answer(sql, parameters))
})

function answer(sql: string, parameters: unknown[]): SlowAnswer {
  try {
    let statement = statements.get(sql)
    if (!statement) {
      statement = raw.prepare(sql)
      if (statements.size >= 100) statements.clear()
      statements.set(sql, statement)
    }
    return { rows: statement.all(parameters) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'ERROR'
    return { code, message: error instanceof Error ? error.message : String(error) }
  }
}
