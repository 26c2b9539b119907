import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Office, Pace } from './office.ts'
import { atLeast, perSecond, type Row } from './report.ts'

export const CREATES = Array.from({ length: 50 }, (_, i) => ({
  method: 'POST',
  path: '/api/requests',
  body: {
    title: `Durable request ${i} about the transit bond`,
    description: 'Please check the bond again before release and tell the broker what is missing. '.repeat(4),
    department: 'compliance',
    priority: 'medium',
    dueDate: '2030-05-17',
  },
}))

/** Acknowledged (synced) creates per second, compared with the syncs per second of the disk itself. */
export async function measureCreates(office: Office, pace: Pace): Promise<Row[]> {
  const syncs = syncsASecond(office.place.disk)
  const rows: Row[] = []
  const budgets = office.place.databaseUrl ? { 8: 300, 64: 600 } : { 8: 1000, 64: 2000 }
  for (const connections of [8, 64] as const) {
    const result = await office.ask(CREATES, { connections, expects: 201, durationMs: pace.durationMs * 1.5 })
    const what = `Durable creates, ${connections} at once`
    const beside = { limit: `${perSecond(syncs)} syncs of this disk`, ratio: (result.perSecond / syncs).toFixed(2) }
    rows.push(atLeast(what, result.perSecond, budgets[connections], perSecond, beside))
  }
  return rows
}

/** Appends of 4 kB per second, each synced before the next. */
function syncsASecond(folder: string): number {
  const path = join(folder, 'sync-probe')
  const file = openSync(path, 'w')
  const page = Buffer.alloc(4096, 1)
  const started = performance.now()
  let count = 0
  for (; performance.now() - started < 1000; count++) {
    writeSync(file, page)
    fdatasyncSync(file)
  }
  closeSync(file)
  rmSync(path)
  return count
}
