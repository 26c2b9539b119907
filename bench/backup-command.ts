import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SMALL_HEAP } from '../server/platform/thread-limits.ts'
import type { Place } from './databases.ts'

const COMMAND = join(import.meta.dirname, '..', 'server', 'backup-command.ts')
const POLL_INTERVAL_MS = 50
/** Of every office of the bench, so that one is restored as itself. */
const SECRET_KEY = 'a key of the benchmark, with enough letters'

/** Runs `npm run backup` and its like. @throws Error unless it ends well */
export async function runBackupCommand({ dataDir, databaseUrl }: Omit<Place, 'disk'>, words: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', SECRET_KEY, BACKUP_PASSPHRASE: '' }
  const started = performance.now()
  const child = spawn(process.execPath, [...SMALL_HEAP, COMMAND, ...words], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const memory = watchMemory(child.pid!)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`)
  return { ms: performance.now() - started, mb: memory.stop() }
}

/** The most memory that a process has held. */
function watchMemory(pid: number): { stop(): number } {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, highWaterMb(pid))), POLL_INTERVAL_MS)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}

/** Zero once the process has exited. */
export function highWaterMb(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
