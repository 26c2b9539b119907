import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresServer } from '../../server/testing/postgres-server.ts'
import { backupProblems, leftIn } from './backups-check.ts'
import { BackupOffice, isUnderWay, startCommand, type Where } from './backups-office.ts'
import { checkDatabase } from './check.ts'
import { emptyLedger } from './ledger.ts'
import { ledgersBefore } from './run.ts'
import { settle, type Writer, writeOn } from './writer.ts'

const WRITERS = ['admin', 'manager', 'samuel', 'user']
/** A backup whose process was killed must be listed as failed within this time from the start. */
const TOLD_MS = 90_000
/** The file of a killed one is removed once it is said to have failed, because a bucket may be slow. */
const REMOVED_MS = 30_000
/** The connections of a killed server to PostgreSQL last a moment longer. */
const ALONE_MS = 30_000

/** What is killed: the server, the process that it runs for a backup or a proof, both at once, or a restore. */
const VICTIMS = ['server', 'command', 'both', 'restore'] as const
type Victim = (typeof VICTIMS)[number]

interface BackupOutcome {
  /** of processes that were at work */
  kills: Record<Victim, number>
  acknowledged: number
  /** calls that a kill interrupted and that were settled afterwards */
  interrupted: number
  /** backups that were proven after a kill */
  proven: number
  /** restores that ran to their end after a kill */
  restored: number
  problems: string[]
}

interface Run extends Where {
  /** of the backups that the command makes */
  copies: string
  writers: Writer[]
  outcome: BackupOutcome
  /** how long the last undisturbed one took */
  backupMs: number
  restoreMs: number
}

/**
 * Kills the server, the process that makes or proves a backup, both, or a restore, at a random moment while four users write.
 * Whatever was acknowledged must be there, no half backup may be listed, the next one must be proven, and nothing unfinished may
 * stay. Stops at the first round with a problem.
 */
export async function runBackupKills(
  { kills, postgres }: { kills: number; postgres?: PostgresServer },
  onProgress: (line: string) => void = () => {},
): Promise<BackupOutcome> {
  const top = mkdtempSync(join(tmpdir(), 'rfd-backup-kills-'))
  const outcome: BackupOutcome = {
    kills: { server: 0, command: 0, both: 0, restore: 0 },
    acknowledged: 0,
    interrupted: 0,
    proven: 0,
    restored: 0,
    problems: [],
  }
  const writers = WRITERS.map((name): Writer => ({ name, token: '', mayEdit: name !== 'user', ledger: emptyLedger() }))
  const where = { dataDir: join(top, 'data'), databaseUrl: postgres?.url, copies: join(top, 'copies') }
  const run: Run = { ...where, writers, outcome, backupMs: 1000, restoreMs: 2000 }
  mkdirSync(run.copies)
  const total = () => VICTIMS.reduce((sum, victim) => sum + outcome.kills[victim], 0)
  let office: BackupOffice | undefined
  try {
    while (total() < kills && outcome.problems.length === 0) {
      office ??= await open(run)
      await proveOne(run, office)
      const rarest = VICTIMS.toSorted((a, b) => outcome.kills[a] - outcome.kills[b])[0]!
      office = await round(run, office, rarest)
      outcome.acknowledged = writers.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0)
      onProgress(`${rarest}, kill ${total()}: ${JSON.stringify({ ...outcome, problems: outcome.problems.length })}`)
    }
    office ??= await open(run)
  } catch (error) {
    outcome.problems.push(error instanceof Error ? error.message : String(error))
  } finally {
    await office?.kill()
    rmSync(top, { recursive: true, force: true })
  }
  return outcome
}

/** Starts the server: it must soon say what became of a killed backup, and have nothing unfinished left. */
async function open(run: Run): Promise<BackupOffice> {
  const { writers, outcome } = run
  const office = await BackupOffice.open(run)
  // A restore has ended all sessions.
  for (const writer of writers) writer.token = await office.signIn(writer.name)
  outcome.interrupted += writers.reduce((sum, { ledger }) => sum + ledger.open.length, 0)
  await Promise.all(writers.map((writer) => settle(office.client, writer)))
  for (const { id } of (await office.list()).filter(isUnderWay)) await office.untilEnded(id, TOLD_MS)
  outcome.problems.push(...(await lastingProblems(run, office)))
  return office
}

async function lastingProblems({ dataDir }: Run, office: BackupOffice): Promise<string[]> {
  for (const giveUpAt = performance.now() + REMOVED_MS; ; await pause(50)) {
    const problems = await backupProblems(dataDir, await office.list())
    if (problems.length === 0 || performance.now() > giveUpAt) return problems
  }
}

/** The next run after a kill. */
async function proveOne(run: Run, office: BackupOffice): Promise<void> {
  const started = performance.now()
  const { state, error } = await office.untilEnded(await office.begin())
  if (state !== 'proven') throw new Error(`After a kill a backup is ${state}: ${error?.detail}`)
  run.backupMs = performance.now() - started
  run.outcome.proven++
}

/** @returns the office, if its server has survived */
async function round(run: Run, office: BackupOffice, victim: Victim): Promise<BackupOffice | undefined> {
  const { outcome, writers } = run
  let isOver = false
  const writing = Promise.all(writers.map((writer) => writeOn(office.client, writer, () => !isOver)))
  const id = await office.begin(Math.random() < 0.3 ? (await office.list())[0]!.id : undefined)
  await Promise.race([pause(Math.random() * run.backupMs), writing])
  if (victim === 'command') {
    const isHit = office.killCommands()
    isOver = true
    await writing
    const { state } = await office.untilEnded(id)
    if (isHit) outcome.kills.command++
    if (isHit && state === 'not-proven') outcome.problems.push('A killed backup is listed as made')
    outcome.problems.push(...(await lastingProblems(run, office)))
    return office
  }
  const isHit = (await office.list()).some(isUnderWay)
  if (victim === 'both') office.killCommands()
  await office.kill()
  isOver = true
  await writing
  if (isHit && victim !== 'restore') outcome.kills[victim]++
  await check(run)
  if (victim === 'restore' && outcome.problems.length === 0) await killRestore(run)
  return undefined
}

async function check({ outcome, writers, ...where }: Run): Promise<void> {
  outcome.problems.push(...(await checkDatabase(where, ledgersBefore(writers))))
}

/** The copy holds all that was acknowledged: half restored, not at all or whole, the office must hold it, too. */
async function killRestore(run: Run): Promise<void> {
  const { copies, outcome } = run
  const copy = join(copies, 'office.rfd')
  rmSync(copy, { force: true })
  const made = await startCommand(run, ['backup', copy]).ended
  if (made.code !== 0)
    return void outcome.problems.push(`A backup beside a killed server ended with ${made.code}: ${made.said}`)
  const words = ['restore', copy, '--replace']
  await untilAlone(run, words)
  const restore = startCommand(run, words)
  await Promise.race([pause(Math.random() * run.restoreMs), restore.ended])
  restore.kill()
  const { code, said } = await restore.ended
  if (code === null) outcome.kills.restore++
  else if (code !== 0) outcome.problems.push(`A restore ended with ${code}: ${said}`)
  await check(run)
  if (outcome.problems.length > 0 || Math.random() < 0.5) return
  await untilAlone(run, words)
  await check(run)
}

/** Restores to the end; earlier offices that it has kept are removed. */
async function untilAlone(run: Run, words: string[]): Promise<void> {
  const started = performance.now()
  let { code, said } = await startCommand(run, words).ended
  while (code === 1 && said.includes('in use') && performance.now() < started + ALONE_MS) {
    await pause(500)
    ;({ code, said } = await startCommand(run, words).ended)
  }
  if (code !== 0) run.outcome.problems.push(`A restore ended with ${code}: ${said}`)
  run.restoreMs = performance.now() - started
  run.outcome.restored++
  for (const name of readdirSync(run.dataDir)) if (name.includes('before-restore')) rmSync(join(run.dataDir, name))
  run.outcome.problems.push(...leftIn(run.copies))
}
