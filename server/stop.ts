import { readFileSync } from 'node:fs'
import type { App } from './platform/http/app.ts'
import type { Services } from './services.ts'

/** Grace period for in-flight calls when the process is asked to stop. */
const STOP_TIMEOUT_MS = 4000
/** For the last changes to reach the place of backups; else they wait in the data folder. */
const SHIP_TIMEOUT_MS = 1500
const EXIT_TIMEOUT_MS = 4800

export function stopOnSignals(
  app: App,
  { db, sessions, ai, audit, flow, segments }: Services,
  { jobs, numbers }: { jobs: { stop(): Promise<void> }; numbers: { close(): Promise<void> } },
  notifier?: { close(): Promise<void> },
): void {
  let stopping = false
  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    // An open connection or a slow call must not keep the process alive.
    setTimeout(() => app.server.closeAllConnections(), STOP_TIMEOUT_MS).unref()
    setTimeout(() => process.exit(code), EXIT_TIMEOUT_MS).unref()
    await app.close()
    // A job that waits for the engine then fails as unavailable and is requeued for the next start.
    const stopped = jobs.stop()
    await ai.close()
    await flow.close()
    await stopped
    await sessions.settled()
    await audit.close()
    await numbers.close()
    await notifier?.close()
    await segments?.close(SHIP_TIMEOUT_MS)
    await db.close()
    process.exit(code)
  }
  for (const signal of stopSignals()) process.on(signal, () => void stop(0))
  process.on('uncaughtException', (error) => {
    app.log.fatal({ err: error }, 'Unexpected failure outside a call')
    void stop(1)
  })
}

/** Closing the terminal also stops the server cleanly, unless `nohup` has SIGHUP ignored. */
function stopSignals(): NodeJS.Signals[] {
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : ''
  const ignored = Number.parseInt(/^SigIgn:\s*([\da-f]+)$/m.exec(status)?.[1]?.slice(-1) ?? '0', 16)
  return ignored & 1 ? ['SIGTERM', 'SIGINT'] : ['SIGTERM', 'SIGINT', 'SIGHUP']
}
