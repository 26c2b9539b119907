import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { chainKeyFrom } from '../../server/audit/chain.ts'
import { listChains } from '../../server/backup/point-in-time/names.ts'
import { Objects } from '../../server/backup/point-in-time/objects.ts'
import { replay } from '../../server/backup/point-in-time/replay.ts'
import { FolderTarget } from '../../server/backup/targets/folder-target.ts'
import { BackupOffice } from './backups-office.ts'

const WRITERS = ['admin', 'manager', 'samuel', 'user']
/** A process lives so long at most, at least a fifth of it. */
const LIVES_MS = 5000

/** A write that the server has acknowledged. */
interface Acknowledged {
  title: string
  sentAt: number
  at: number
}

interface MomentsOutcome {
  kills: number
  acknowledged: number
  moments: number
  /** rows that were acknowledged until a moment, and that it lacks */
  lost: number
  /** by which a row was sent after the moment that it is in, at most: what a killed process had not captured counts as earlier */
  mostTooMuchMs: number
  problems: string[]
}

/** Kills a server whose log is copied while four people write, then restores random moments of all its lives. */
export async function runMomentKills(
  { kills, moments }: { kills: number; moments: number },
  onProgress: (line: string) => void = () => {},
): Promise<MomentsOutcome> {
  const top = mkdtempSync(join(tmpdir(), 'rfd-moment-kills-'))
  const dataDir = join(top, 'data')
  const outcome = { kills: 0, acknowledged: 0, moments, lost: 0, mostTooMuchMs: 0, problems: [] as string[] }
  const ledger: Acknowledged[] = []
  try {
    for (; outcome.kills < kills; outcome.kills++) {
      const office = await BackupOffice.open({ dataDir, databaseUrl: undefined })
      await office.copyEveryChange()
      let isOver = false
      const tokens = await Promise.all(WRITERS.map((name) => office.signIn(name)))
      const writing = tokens.map((token) => writeUntil(office, token, ledger, () => isOver))
      await pause(LIVES_MS * (0.2 + 0.8 * Math.random()))
      await office.kill()
      isOver = true
      await Promise.all(writing)
      onProgress(`kill ${outcome.kills + 1}, ${ledger.length} acknowledged`)
    }
    // What the last process had not copied is copied by the next one.
    const office = await BackupOffice.open({ dataDir, databaseUrl: undefined })
    await office.untilCopied(ledger.at(-1)?.at ?? 0)
    await office.kill()
    outcome.acknowledged = ledger.length
    await restoreMoments(dataDir, { ledger, outcome, file: join(top, 'restored.sqlite') })
  } catch (error) {
    outcome.problems.push(error instanceof Error ? error.message : String(error))
  } finally {
    rmSync(top, { recursive: true, force: true })
  }
  return outcome
}

async function writeUntil(office: BackupOffice, token: string, ledger: Acknowledged[], isOver: () => boolean) {
  while (!isOver()) {
    const [title, sentAt] = [`moment ${crypto.randomUUID()}`, Date.now()]
    const about = { department: 'it', priority: 'medium', dueDate: '2030-05-17' }
    const body = { title, description: 'Written to be restored as of a moment. '.repeat(5), ...about }
    const answer = await office.client
      .send({ method: 'POST', path: '/api/requests', token, body })
      .catch(() => undefined)
    if (!answer) return
    if (answer.status === 201) ledger.push({ title, sentAt, at: Date.now() })
  }
}

async function restoreMoments(
  dataDir: string,
  { ledger, outcome, file }: { ledger: Acknowledged[]; outcome: MomentsOutcome; file: string },
): Promise<void> {
  const target = new FolderTarget(join(dataDir, 'backups'))
  const [chains, objects] = [await listChains(target), new Objects(target, [])]
  const keyId = chainKeyFrom(Buffer.from(readFileSync(join(dataDir, 'secret-key'), 'utf8').trim())).id
  const began = chains[0]?.bases[0]?.at ?? Infinity
  const ended = Math.max(...ledger.map(({ at }) => at))
  for (let i = 0; i < outcome.moments; i++) {
    const until = began + Math.floor((ended - began) * Math.random())
    await replay(chains, objects, { until, file, keyId })
    const titles = new Set(titlesIn(file))
    rmSync(file)
    const lost = ledger.filter(({ title, at }) => at <= until && !titles.has(title))
    const early = ledger.filter(({ title }) => titles.has(title)).map(({ sentAt }) => sentAt - until)
    outcome.lost += lost.length
    outcome.mostTooMuchMs = Math.max(outcome.mostTooMuchMs, ...early)
    if (lost.length > 0) outcome.problems.push(`${lost.length} rows are missing at ${new Date(until).toISOString()}`)
  }
}

function titlesIn(file: string): string[] {
  const raw = new Database(file, { readonly: true })
  try {
    return raw.prepare<[], string>(`select title from requests where title like 'moment %'`).pluck().all()
  } finally {
    raw.close()
  }
}
