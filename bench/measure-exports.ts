import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import type { Export, ExportFormat, NewExport } from '../shared/exports/exports.ts'
import { formatNumber } from '../shared/texts/formats.ts'
import { residentMb } from './measure-memory.ts'
import type { Office } from './office.ts'
import { atMost, megabytes, ms, type Row } from './report.ts'

/** Polling interval; shorter peaks of memory may be missed. */
const POLL_INTERVAL_MS = 25
const GIVE_UP_MS = 120_000
const BUDGETS = { csv: { ms: 3000, mb: 60 }, xlsx: { ms: 15_000, mb: 150 }, pdf: { ms: 60_000, mb: 150 } }

/** The whole list as a file, from the order to the last byte on the disk. */
export async function measureExports(office: Office, requests: number): Promise<Row[]> {
  const rows: Row[] = []
  // The first export starts the reader thread, however few rows it has.
  await write(office, 'csv', { status: 'rejected' })
  for (const format of ['csv', 'xlsx', 'pdf'] as const) {
    const { took, memory, file } = await write(office, format, {})
    if (file.rows !== requests) throw new Error(`${file.rows} rows instead of ${requests}: ${file.note ?? file.state}`)
    const what = `${formatNumber(requests)} rows as ${format.toUpperCase()}`
    const size = { limit: `${megabytes((file.size ?? 0) / 1e6)} written` }
    rows.push(atMost(what, took, BUDGETS[format].ms, ms, size))
    rows.push(atMost('– memory that it takes at its most', memory, BUDGETS[format].mb, megabytes))
  }
  return rows
}

async function write(office: Office, format: ExportFormat, view: z.input<typeof NewExport>['view']) {
  const before = residentMb(office)
  const started = performance.now()
  const order = { method: 'POST', path: '/api/exports', headers: office.headers, body: { format, view } } as const
  const { status, text } = await office.client.send(order)
  if (status !== 201) throw new Error(`An export was answered ${status}: ${text}`)
  const { id } = JSON.parse(text) as Export
  let most = before
  for (;;) {
    const file = await office.get<Export>(`/api/exports/${id}`)
    const took = performance.now() - started
    most = Math.max(most, residentMb(office))
    if (file.state === 'ready' || file.state === 'failed') return { took, memory: most - before, file }
    if (took > GIVE_UP_MS) throw new Error(`The export is not ready: ${file.state}, ${file.rows} rows`)
    await pause(POLL_INTERVAL_MS)
  }
}
