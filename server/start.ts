import { join } from 'node:path'
import { FlowHistory, SNAPSHOT_FILE } from './analytics/flow-history.ts'
import { chainKeyFrom } from './audit/chain.ts'
import { NOTE_FILE } from './audit/head-note.ts'
import { AuditSealer } from './audit/seal.ts'
import { AuditWatch } from './audit/watch.ts'
import { RecentHistory } from './ai/estimates/recent-history.ts'
import { startAi } from './ai/host/host.ts'
import { LanguageModel } from './ai/language-model/language-model.ts'
import { buildApp } from './app.ts'
import {
  backgroundJobs,
  CONCURRENCY_BY_KIND,
  deadJobs,
  HOLDS,
  INTERVALS,
  ONE_PER_PERSON,
  scheduleBackground,
} from './background.ts'
import { removeLeftovers } from './backup/leftovers.ts'
import { NumberNote } from './backup/number-note.ts'
import { putPreparedInPlace } from './backup/prepared/switch.ts'
import { readConfig } from './config.ts'
import { violationOf } from './platform/database/failures.ts'
import { SegmentShipper } from './backup/point-in-time/shipper.ts'
import { DATABASE_FILE, openDatabase } from './platform/database/open.ts'
import { completeAdministratorRole } from './people/roles/administrator-role.ts'
import { resolveDemoMode } from './demo.ts'
import { EventHub } from './notices/events/hub.ts'
import { openFiles } from './platform/files/open.ts'
import { requeueOrphaned } from './platform/jobs/orphaned.ts'
import { JobQueue } from './platform/jobs/queue.ts'
import type { Job } from './platform/jobs/job.ts'
import { JobRunner } from './platform/jobs/runner.ts'
import { bufferedLog } from './platform/log.ts'
import { HistoryWatch } from './notices/history-watch.ts'
import type { App } from './platform/http/app.ts'
import type { Services } from './services.ts'
import { SessionCache } from './people/sign-in/cache.ts'
import { SignInLookups } from './people/sign-in/sign-in-lookups.ts'
import { Settings } from './settings/service.ts'
import { accountOrigin, sharedEmailLines } from './people/accounts/service.ts'
import { Passwords } from './people/accounts/passwords.ts'
import { offerSetup } from './people/accounts/setup.ts'
import { stopOnSignals } from './stop.ts'
import { sentenceFor } from './start-failure.ts'
import { deferredLog } from './deferred-log.ts'

/** Accept queue: with Node's 511, a thousand simultaneous connections make further ones wait a second for a retry. */
const BACKLOG = 4096

// On a terminal, only warnings are logged: the address should stay readable.
const log = bufferedLog(process.stdout, process.stdout.isTTY ? 40 : 30)

/** Opens, fills and serves the configured office; exits the process with a one-line error if it cannot. */
export async function start(): Promise<void> {
  // The data folder may have been created world-readable; the files in it are for our account only.
  process.umask(0o077)
  process.on('exit', () => log.flush())
  process.stdout.on('error', () => undefined)
  try {
    await serve()
  } catch (error) {
    console.error(sentenceFor(error))
    process.exit(1)
  }
}

async function serve(): Promise<void> {
  const settings = readConfig(process.env)
  const clock = () => new Date()
  const restored = await putPreparedInPlace(settings)
  if (restored !== undefined) console.log(restored)
  const sealer = new AuditSealer(chainKeyFrom(settings.secretKey))
  const db = await openDatabase({ ...settings, beforeCommit: (tx) => sealer.seal(tx) })
  try {
    // The open database holds the lock of its folder: no restore is under way there.
    await removeLeftovers(db, settings)
    const config = await resolveDemoMode(settings, db)
    const rules = new Settings({ db, clock, demo: config.demo })
    const sessions = new SessionCache({ db, secretKey: config.secretKey, clock, settings: rules, demo: config.demo })
    const audit = new AuditWatch({ db, sealer, clock, noteFile: join(config.dataDir, NOTE_FILE), log: deferredLog })
    await audit.begin()
    await completeAdministratorRole(db, clock)
    const lines = await prepareData({ db, config, clock })
    // After the seeds, so that its index has their requests from the beginning.
    const ai = startAi({ db, log: deferredLog })
    const files = openFiles(config)
    const { capture } = db
    const file = join(config.dataDir, DATABASE_FILE)
    const segments = capture && new SegmentShipper({ db, clock, config, files, file, log: deferredLog }, capture)
    const services: Services = {
      db,
      config,
      clock,
      files,
      segments,
      queue: new JobQueue(clock),
      settings: rules,
      sessions,
      lookups: new SignInLookups({ db, clock }),
      passwords: new Passwords(config),
      recentHistory: new RecentHistory(db),
      flow: new FlowHistory({ db, log: deferredLog, file: join(config.dataDir, SNAPSHOT_FILE) }),
      ai,
      languageModel: new LanguageModel({ db, config, clock, settings: rules }),
      audit,
      events: new EventHub({ db, sessions, settings: rules, clock, log: deferredLog }),
      logTo: log,
    }
    const notifier = config.databaseUrl ? await connectEvents(services, config.databaseUrl) : undefined
    const app = await buildApp(services)
    deferredLog.to = app.log
    await audit.start()
    const address = await app
      .listen({ port: config.port, host: config.host, backlog: BACKLOG })
      .catch(async (error: unknown) => {
        // Otherwise aborting its check would log a second error.
        await audit.close()
        throw error
      })
    audit.announceLater()
    const jobs = await work(services, app)
    const numbers = new NumberNote({
      db,
      dataDir: config.dataDir,
      store: config.bucket && services.files,
      log: deferredLog,
    })
    numbers.start()
    segments?.start()
    stopOnSignals(app, services, { jobs, numbers }, notifier)
    console.log(
      [`Request for Development Management is running at ${config.publicUrl ?? address}`, ...lines(address)].join('\n'),
    )
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Events reach the other processes on this database, and theirs this one. */
async function connectEvents({ events }: Services, url: string) {
  // Imported lazily: installations without PostgreSQL do not need its driver.
  const { PostgresNotifier } = await import('./notices/events/notifier.ts')
  const notifier = new PostgresNotifier({ url, log: deferredLog, onNews: (hints) => events.hearNews(hints) })
  events.connectTo(notifier)
  return notifier
}

/** Imported lazily, by the demo only. */
const demo = () => import('../seeds/demo.ts')

/** Starts the background jobs. */
async function work(services: Services, app: App): Promise<{ stop(): Promise<void> }> {
  const { db, clock, queue, config } = services
  // An embedded database has no other process; on PostgreSQL the lease shows which jobs are orphaned.
  if (db.engine === 'sqlite') await requeueOrphaned(db, clock())
  await scheduleBackground(services)
  const handlers = {
    ...backgroundJobs(services),
    ...(config.demo && {
      'seed-demo-documents': async (job: Job) => (await demo()).addDocuments(services, job),
      'seed-demo-decisions': async (job: Job) => (await demo()).addDecisions(services, job),
    }),
  }
  const runner = new JobRunner({
    db,
    clock,
    queue,
    handlers,
    onDeadLetter: deadJobs(services),
    intervals: INTERVALS,
    concurrencyByKind: CONCURRENCY_BY_KIND,
    onePerPerson: ONE_PER_PERSON,
    holds: HOLDS,
    log: app.log,
  })
  const history = new HistoryWatch({ db, queue, log: app.log })
  return {
    async stop() {
      await history.stop()
      await runner.stop()
    },
  }
}

/** Fills an empty demo, or offers to create the first administrator. @returns the lines to print once the address is known */
async function prepareData({
  db,
  config,
  clock,
}: Pick<Services, 'db' | 'config' | 'clock'>): Promise<(address: string) => string[]> {
  const accounts = await accountOrigin(db)
  if (config.demo) {
    if (accounts === 'nobody') {
      const { seedDemo } = await demo()
      await seedDemo(db, clock, config).catch(async (error: unknown) => {
        // Several processes may start on one empty PostgreSQL: the first to commit has filled it for all.
        if (violationOf(error) !== 'unique' || (await accountOrigin(db)) === 'nobody') throw error
      })
    }
    return () => [`Demo accounts: admin, manager and user, each with the password ${config.demoPassword}`]
  }
  if (accounts === 'both') return () => ['The demo is off, so the demo accounts in this data cannot sign in.']
  if (accounts === 'office') {
    const shared = await sharedEmailLines(db.read)
    return () => shared
  }
  const token = await offerSetup(config)
  return (address) => [`Create the first administrator: ${config.publicUrl ?? address}/setup#${token}`]
}
