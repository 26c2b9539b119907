import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../server/platform/database/open.ts'
import type { Backup } from '../../shared/backups.ts'
import { backupProblems } from './backups-check.ts'
import { BackupOffice, startCommand } from './backups-office.ts'
import { checkDatabase } from './check.ts'
import { emptyLedger } from './ledger.ts'
import { freeBytes, onSmallDisk, reportFromSmallDisk } from './small-disk.ts'
import { type Writer, writeOn } from './writer.ts'

interface FullDiskBackups {
  /** the state of the backup that found no room for its file, and its sentence */
  made: Pick<Backup, 'state' | 'error'>
  /** of the one that found no room for its proof */
  proven: Pick<Backup, 'state' | 'error'>
  /** what the restore said that found no room */
  restored: { code: number | null; said: string }
  acknowledged: number
  problems: string[]
}

const MB = 1_000_000
const SIZE_MB = 220
/** So that a backup and its proof each take more than a server needs to go on writing. */
const ROW_BYTES = 16 * MB
const WRITES = 20
const BLOCK = Buffer.alloc(64 * 1024)

/** A disk that has no room for a backup, then none for its proof, then none for a restore. */
export function runBackupsOnFullDisk(): Promise<FullDiskBackups | { skipped: string }> {
  return onSmallDisk<FullDiskBackups>(import.meta.filename)
}

async function fillUp(dataDir: string): Promise<FullDiskBackups> {
  const where = { dataDir, databaseUrl: undefined }
  const writer: Writer = { name: 'manager', token: '', mayEdit: true, ledger: emptyLedger() }
  // The first start makes the demo office.
  await (await BackupOffice.open(where)).kill()
  await storeLargeRow(dataDir)
  const office = await BackupOffice.open(where)
  writer.token = await office.signIn(writer.name)
  const problems: string[] = []
  const backUp = async () => {
    const enough = writer.ledger.acknowledged + WRITES
    const [ended] = await Promise.all([
      office.begin().then((id) => office.untilEnded(id)),
      writeOn(office.client, writer, () => writer.ledger.acknowledged < enough),
    ])
    problems.push(...(await backupProblems(dataDir, await office.list())))
    return ended
  }
  const first = await backUp()
  if (first.state !== 'proven') problems.push(`With room a backup is ${first.state}: ${first.error?.detail}`)
  const size = first.size ?? 0
  leave(dataDir, size / 2)
  const made = await backUp()
  leave(dataDir, size + 12 * MB)
  const proven = await backUp()
  leave(dataDir, Infinity)
  const last = await backUp()
  if (last.state !== 'proven') problems.push(`With room again a backup is ${last.state}: ${last.error?.detail}`)
  await office.kill()
  const restored = await restoreWithoutRoom(dataDir)
  problems.push(...(await backupProblems(dataDir, [])).filter((line) => line.startsWith('Left')))
  problems.push(...(await checkDatabase(where, [writer.ledger])))
  if (made.state !== 'failed') problems.push(`Without room a backup is ${made.state}`)
  if (proven.state !== 'not-proven' || !proven.error?.detail)
    problems.push(`Without room for its proof a backup is ${proven.state}`)
  if (restored.code !== 1 || !/full|room/.test(restored.said))
    problems.push(`Without room a restore ended with ${restored.code}: ${restored.said}`)
  return { made: stateOf(made), proven: stateOf(proven), restored, acknowledged: writer.ledger.acknowledged, problems }
}

async function storeLargeRow(dataDir: string): Promise<void> {
  const db = await openDatabase({ dataDir })
  const row = {
    engine: 'local',
    engine_version: '1',
    created_at: new Date().toISOString(),
    data_from: null,
    data_to: null,
    learned_from: 1,
    decisions: 0,
    taken_into_use: 0,
    scores: '{}',
    content: randomBytes(ROW_BYTES),
  }
  await db.write((tx) => tx.insertInto('models').values(row).execute())
  await db.close()
}

const stateOf = ({ state, error }: Backup) => ({ state, error })

/** The copy lies elsewhere, so that there is room for its proof. */
async function restoreWithoutRoom(dataDir: string): Promise<FullDiskBackups['restored']> {
  const elsewhere = mkdtempSync(join(tmpdir(), 'rfd-full-copy-'))
  try {
    const where = { dataDir, databaseUrl: undefined }
    await startCommand(where, ['backup', join(elsewhere, 'copy.rfd')]).ended
    leave(dataDir, 4 * MB)
    return await startCommand(where, ['restore', join(elsewhere, 'copy.rfd'), '--replace']).ended
  } finally {
    leave(dataDir, Infinity)
    rmSync(elsewhere, { recursive: true, force: true })
  }
}

/** Fills the disk but for so many bytes, while others write, too. */
function leave(folder: string, bytes: number): void {
  const ballast = join(folder, 'ballast')
  rmSync(ballast, { force: true })
  while (freeBytes(folder) > bytes + BLOCK.length) appendFileSync(ballast, BLOCK)
}

if (process.argv[1] === import.meta.filename) await reportFromSmallDisk(SIZE_MB, fillUp)
