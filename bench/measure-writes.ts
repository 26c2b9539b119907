import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BackupStatus } from '../shared/backups.ts'
import type { RequestList } from '../shared/request-list.ts'
import type { LoadCall } from './load-process.ts'
import { type Office, type Pace, processorMsOf } from './office.ts'
import { atLeast, medianOf, perSecond, type Row } from './report.ts'

const TEXT = 'Please check the bond again before release and tell the broker what is missing. '.repeat(4)

export const CREATES = Array.from({ length: 50 }, (_, i) => ({
  method: 'POST',
  path: '/api/requests',
  body: {
    title: `Durable request ${i} about the transit bond`,
    description: TEXT,
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

/** Comments in one request before others are added to it. */
const LONG = 1000
/** Creates and comments take turns, so that other load of the machine meets all alike. */
const ROUNDS = 9

/** Comments of the same length as the creates, on many requests and on one with many comments: each beside creates. */
export async function measureComments(office: Office, pace: Pace): Promise<Row[]> {
  const { requests } = await office.get<RequestList>('/api/requests?limit=51&page=3')
  const [long, ...short] = requests.map(({ id }) => commentOn(id))
  const filling = Array.from({ length: LONG }, () => long!)
  await office.ask(filling, { connections: 8, expects: 201, once: true })
  const kinds = { creates: CREATES, 'on fifty requests': short, [`on one request after ${LONG} others`]: [long!] }
  const rounds: Record<string, Written>[] = []
  for (let i = 0; i < ROUNDS; i++) {
    const round: Record<string, Written> = {}
    for (const [kind, calls] of Object.entries(kinds)) round[kind] = await written(office, calls, pace.durationMs / 2)
    rounds.push(round)
  }
  return Object.keys(kinds).flatMap((kind) => {
    if (kind === 'creates') return []
    const beside = (value: (one: Written) => number) =>
      medianOf(rounds.map((round) => value(round[kind]!) / value(round['creates']!)))
    const processor = `${beside(({ processorMs }) => processorMs).toFixed(2)} of the processor time`
    const creates = `${perSecond(medianOf(rounds.map((round) => round['creates']!.perSecond)))} creates`
    const what = `Comments ${kind}, 8 at once, beside creates`
    const more = { limit: creates, ratio: processor }
    return atLeast(
      what,
      beside((one) => one.perSecond),
      1,
      (ratio) => `${ratio.toFixed(2)} of them`,
      more,
    )
  })
}

interface Written {
  perSecond: number
  /** for each, with what the server does afterwards, such as notices */
  processorMs: number
}

async function written({ ask, server }: Office, calls: LoadCall[], durationMs: number): Promise<Written> {
  const before = processorMsOf(server.pid)
  const result = await ask(calls, { connections: 8, expects: 201, durationMs, warmUpMs: 0 })
  await pause(500)
  return { perSecond: result.perSecond, processorMs: (processorMsOf(server.pid) - before) / result.calls }
}

function commentOn(id: string): LoadCall {
  return { method: 'POST', path: `/api/requests/${id}/comments`, body: { comment: TEXT } }
}

/** As many as without copying (DESIGN §11). */
const COPIED_A_SECOND = 1000

/** Durable creates while every change is copied (point in time), in turns with rounds in which none is. */
export async function measureCopying(office: Office, pace: Pace): Promise<Row[]> {
  const rounds: { off: number[]; on: number[] } = { off: [], on: [] }
  for (const name of ['off', 'on', 'off', 'on', 'off', 'on'] as const) {
    await copyChanges(office, name === 'on')
    const { perSecond: made } = await office.ask(CREATES, { connections: 8, expects: 201, ...pace })
    rounds[name].push(made)
  }
  const [off, on] = [medianOf(rounds.off), medianOf(rounds.on)]
  const beside = { limit: `${perSecond(off)} without`, ratio: (on / off).toFixed(2) }
  return [atLeast('Durable creates, 8 at once, while every change is copied', on, COPIED_A_SECOND, perSecond, beside)]
}

async function copyChanges({ client, headers, get }: Office, pointInTime: boolean): Promise<void> {
  await client.send({ method: 'PUT', path: '/api/settings/backup', headers, body: { pointInTime } })
  const isReached = async () =>
    ((await get<BackupStatus>('/api/backups/status')).pointInTime!.from !== null) === pointInTime
  while (!(await isReached())) await pause(100)
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
