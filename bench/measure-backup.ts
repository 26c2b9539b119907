import { readFileSync } from 'node:fs'
import type { Backup, Backups } from '../shared/backups.ts'
import { highWaterMb } from './backup-command.ts'
import { toRead } from './databases.ts'
import type { Office } from './office.ts'
import { atMost, medianOf, megabytes, ms, type Row, seconds, times } from './report.ts'

const MOST_MB = 300
/**
 * The load is measured in windows of this length, first without a backup and then until it has ended. Every half minute or so one
 * has a pause of the server's memory management in it, with or without a backup: their median is what most callers notice.
 */
const WINDOW_MS = 4000
const QUIET_WINDOWS = 8

/** Run Backup Now while lists are asked for at 400 a second: what the others notice, and what it takes. */
export async function measureBackup(office: Office, what: string): Promise<Row[]> {
  const list = [1, 2, 3, 4, 5].map((page) => ({ path: `/api/requests?limit=10&page=${page}` }))
  const order = { rate: 400, connections: 16, durationMs: WINDOW_MS }
  const quiet: number[] = []
  for (let i = 0; i < QUIET_WINDOWS; i++) quiet.push((await office.ask(list, order)).p99)
  const started = performance.now()
  await begin(office)
  const timer = setInterval(() => (most = Math.max(most, commandMb(office))), 50)
  const p99s: number[] = []
  let [most, backup] = [0, await newest(office)]
  while (backup.state === 'queued' || backup.state === 'running') {
    p99s.push((await office.ask(list, order)).p99)
    backup = await newest(office)
  }
  clearInterval(timer)
  if (backup.state !== 'proven') throw new Error(`The backup is ${backup.state}: ${backup.error?.detail}`)
  const took = (new Date(backup.endedAt!).getTime() - new Date(backup.startedAt).getTime()) / 1000
  // The last window has lasted beyond the end.
  const during = p99s.length > 1 ? p99s.slice(0, -1) : p99s
  const show = (windows: number[]) => `median ${ms(medianOf(windows))}, worst ${ms(Math.max(...windows))}`
  return [
    atMost(
      `List p99 at 400/s while a backup of ${what} is made and proven, median of ${during.length} times 4 s`,
      medianOf(during),
      toRead(office.place, 5),
      ms,
      {
        limit: `worst ${ms(Math.max(...during))}; without: ${show(quiet)}`,
        ratio: times(medianOf(during) / medianOf(quiet)),
      },
    ),
    atMost('– until it is proven, beside that', took, (performance.now() - started) / 1000 + 1, seconds, {
      limit: `${megabytes(backup.size! / 1e6)} written`,
    }),
    atMost('– memory of its process at its most', most, MOST_MB, megabytes),
  ]
}

async function begin({ client, headers }: Office): Promise<void> {
  const { status, text } = await client.send({ method: 'POST', path: '/api/backups', headers })
  if (status !== 202) throw new Error(`Run Backup Now was answered ${status}: ${text}`)
}

async function newest(office: Office): Promise<Backup> {
  const { backups } = await office.get<Backups>('/api/backups?limit=1')
  return backups[0]!
}

/** Of the server's child processes, none of which is as large as that of a backup. */
function commandMb({ server: { pid } }: Office): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return Math.max(0, ...children.map((child) => highWaterMb(Number(child))))
}
