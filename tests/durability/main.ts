import { parseArgs } from 'node:util'
import { type PostgresServer, startPostgres } from '../../server/testing/postgres-server.ts'
import { runAiKills } from './ai.ts'
import { runBackupKills } from './backups.ts'
import { runBackupsOnFullDisk } from './backups-full-disk.ts'
import { runDocumentWorkKills } from './document-work.ts'
import { runDocumentKills } from './documents.ts'
import { runFullDisk } from './full-disk.ts'
import { runMadeFileKills } from './made-files.ts'
import { runMailKills } from './mail.ts'
import { runMomentKills } from './moments.ts'
import { runDurability } from './run.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '24' }, postgres: { type: 'boolean', default: false } },
})
const kills = Number(values.kills)
if (!Number.isInteger(kills) || kills < 1) {
  console.error('--kills must be a whole number from 1')
  process.exit(2)
}

let postgres: PostgresServer | undefined
process.once('exit', () => postgres?.stop())
/** An empty database for each kind of test, whose files are in a separate folder. */
async function emptyPostgres(): Promise<{ postgres?: PostgresServer }> {
  if (!values.postgres) return {}
  postgres?.stop()
  // Default settings, so that acknowledged commits are synced.
  postgres = await startPostgres({ settings: [] })
  if (!postgres) throw new Error('This machine has no PostgreSQL')
  return { postgres }
}

const options = { kills, roundMs: [600, 2000] as [number, number], fewest: 30 }
const outcome = await runDurability({ ...options, ...(await emptyPostgres()) }, console.log)
console.log(
  `${outcome.kills} kills (${outcome.crashes} of the database) under eight writers: ${outcome.acknowledged} acknowledged writes, ` +
    `${outcome.interrupted} interrupted ones settled, ${outcome.problems.length} lost, double or at odds.`,
)
for (const problem of outcome.problems.slice(0, 50)) console.log(`  ${problem}`)
const work = await runDocumentWorkKills({ kills, ...(await emptyPostgres()) }, console.log)
console.log(
  `${work.kills} kills while texts were read, proposals decided about and documents deleted: ${work.attached} attached and read, ` +
    `${work.accepted} accepted, ${work.undone} undone, ${work.deleted} deleted, ${work.restored} restored, ` +
    `${work.problems.length} lost, half, or left behind.`,
)
for (const problem of work.problems.slice(0, 50)) console.log(`  ${problem}`)
const made = await runMadeFileKills({ kills, ...(await emptyPostgres()) }, console.log)
console.log(
  `${made.kills} kills while exports and reports were made: ${made.exports} exports and ${made.runs} reports, ${made.interrupted} times ` +
    `one interrupted, ${made.ready} ready, ${made.failed} failed and say so, ${made.problems.length} lost, half, or left behind.`,
)
for (const problem of made.problems.slice(0, 50)) console.log(`  ${problem}`)
const mail = await runMailKills({ kills, ...(await emptyPostgres()) }, console.log)
console.log(
  `${kills} kills between queue and send of mail: ${mail.kills.queue} in the queue, ${mail.kills.data} within DATA, ` +
    `${mail.kills.unacknowledged} before and ${mail.kills.acknowledged} after the 250: ${mail.acknowledged} acknowledged comments and ` +
    `invitations, ${mail.mails} mails, ${mail.repetitions} came again (${mail.mostAtOnce} at most by one kill), ${mail.problems.length} lost, repeated without a kill, or under ` +
    'another Message-ID.',
)
for (const problem of mail.problems.slice(0, 50)) console.log(`  ${problem}`)
const backups = await runBackupKills({ kills, ...(await emptyPostgres()) }, console.log)
const { server, command, both, restore } = backups.kills
console.log(
  `${server + command + both + restore} kills in backups: ${server} of the server, ${command} of the process at work, ${both} of both, ` +
    `${restore} of a restore: ${backups.acknowledged} acknowledged writes, ${backups.interrupted} interrupted ones settled, ` +
    `${backups.proven} backups proven and ${backups.restored} restored between them, ${backups.problems.length} lost, half, or left behind.`,
)
for (const problem of backups.problems.slice(0, 50)) console.log(`  ${problem}`)
// The other tests read the embedded database's file.
if (values.postgres) {
  const several = await runDurability({ ...options, ...(await emptyPostgres()), processes: 3 }, console.log)
  console.log(
    `${several.kills} kills of one of three servers on one database: ${several.acknowledged} acknowledged writes, ` +
      `${several.interrupted} interrupted ones settled, ${several.problems.length} lost, double or at odds.`,
  )
  for (const problem of several.problems.slice(0, 50)) console.log(`  ${problem}`)
  const all = [outcome, several, work, made, mail, backups]
  process.exit(all.some(({ problems }) => problems.length > 0) ? 1 : 0)
}

const ai = await runAiKills({ rounds: Math.ceil(kills / 4) }, console.log)
console.log(
  `${ai.kills.batch} kills in a batch, ${ai.kills.training} in a training of the engine: ${ai.problems.length} problems; ` +
    'all went on by themselves.',
)
for (const problem of ai.problems.slice(0, 50)) console.log(`  ${problem}`)

const documents = await runDocumentKills({ kills }, console.log)
console.log(
  `${documents.kills} kills while documents were sent: ${documents.attached} attached, ${documents.deleted} deleted, ` +
    `${documents.resumed} interrupted uploads sent on, ${documents.problems.length} lost, half, or left behind.`,
)
for (const problem of documents.problems.slice(0, 50)) console.log(`  ${problem}`)

const moments = await runMomentKills({ kills: Math.ceil(kills / 4), moments: 200 }, console.log)
console.log(
  `${moments.kills} kills while each change was copied: ${moments.acknowledged} acknowledged writes, of which ${moments.lost} were missing at ` +
    `${moments.moments} random moments; at most ${moments.mostTooMuchMs} ms too much.`,
)
for (const problem of moments.problems.slice(0, 50)) console.log(`  ${problem}`)

const full = await runFullDisk()
if ('skipped' in full) console.log(`Full disk: skipped, ${full.skipped}`)
else {
  console.log(
    `Full disk: ${full.acknowledged} writes acknowledged and kept, ${full.refused} refused as unavailable, ` +
      `${full.problems.length} problems; with room again the server went on.`,
  )
  for (const problem of full.problems) console.log(`  ${problem}`)
}
const fullForBackups = await runBackupsOnFullDisk()
console.log(`Full disk during a backup, its proof and a restore: ${JSON.stringify(fullForBackups)}`)
const failed =
  [outcome, work, made, mail, backups, ai, documents, moments].some(({ problems }) => problems.length > 0) ||
  [full, fullForBackups].some((outcome) => 'problems' in outcome && outcome.problems.length > 0)
process.exit(failed ? 1 : 0)
