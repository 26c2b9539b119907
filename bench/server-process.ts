import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PROCESS_ENVIRONMENT } from '../server/compile-cache.ts'

const MAIN = join(import.meta.dirname, '..', 'server', 'main.ts')

/** The real server in a separate process. */
export interface ServerProcess {
  url: URL
  pid: number
  /** from the start of the process to the line with its address */
  startedInMs: number
  /** SIGKILL: none of our handlers run */
  kill(): Promise<void>
  /** sends SIGTERM and waits for the exit code */
  stop(): Promise<number | null>
}

/**
 * Starts the server on a free port and waits until it prints its address.
 * @param command prefix of `node server/main.ts`, such as `taskset -c 0`
 * @throws Error with the server's output when it exits instead
 */
export async function startServer(
  environment: Record<string, string>,
  command: readonly string[] = [],
): Promise<ServerProcess> {
  const started = performance.now()
  // Logs into a file, as in production: reading a line per call through a pipe would take processor time from the measurement.
  const folder = mkdtempSync(join(tmpdir(), 'rfd-server-'))
  const log = join(folder, 'log')
  const out = openSync(log, 'a')
  const [program, ...args] = [...command, process.execPath, MAIN]
  const child = spawn(program, args, {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      NODE_NO_WARNINGS: '1',
      ...PROCESS_ENVIRONMENT,
      ...environment,
    },
    stdio: ['ignore', out, out],
  })
  closeSync(out)
  // The server is killed when this process exits, so that none is left behind.
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => {
    process.off('exit', killChild)
    return code ?? null
  })
  // The open file stays usable after its removal and is freed when the process exits.
  const url = await addressOf(log, child, ended).finally(() => rmSync(folder, { recursive: true }))
  return {
    url,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - started,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Waits for the log line with the address. */
async function addressOf(log: string, child: ChildProcess, ended: Promise<number | null>): Promise<URL> {
  let end: string | undefined
  child.once('error', (error) => (end = error.message))
  ended.then(
    (code) => (end = `code ${code}`),
    () => {},
  )
  for (;;) {
    const printed = readFileSync(log, 'utf8')
    const address = /running at (http:\S+)/.exec(printed)?.[1]
    if (address) return new URL(address)
    if (end !== undefined) throw new Error(`The server ended with ${end}:\n${printed}`)
    await pause(2)
  }
}
