import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PROCESS_FLAGS } from '../server/process-flags.ts'

const MAIN = join(import.meta.dirname, '..', 'server', 'main.ts')

/** The real server in a process of its own. */
export interface ServerProcess {
  url: URL
  pid: number
  /** from the start of the process to the line with its address */
  startedInMs: number
  /** SIGKILL: no handler of ours runs */
  kill(): Promise<void>
  /** SIGTERM, and waits for the exit code */
  stop(): Promise<number | null>
}

/**
 * Starts the server on a free port and waits until it prints its address.
 * @param command what to put in front of `node server/main.ts`, such as `taskset -c 0`
 * @throws Error with what it printed when it ends instead
 */
export async function startServer(
  environment: Record<string, string>,
  command: readonly string[] = [],
): Promise<ServerProcess> {
  const started = performance.now()
  const [program, ...args] = [...command, process.execPath, ...PROCESS_FLAGS, MAIN]
  const child = spawn(program, args, {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', NODE_NO_WARNINGS: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A killed parent takes the server along: nothing stays behind on the machine.
  const takeAlong = () => child.kill('SIGKILL')
  process.once('exit', takeAlong)
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => {
    process.off('exit', takeAlong)
    return code ?? null
  })
  const url = await addressOf(child, ended)
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

function addressOf(child: ChildProcess, ended: Promise<number | null>): Promise<URL> {
  let printed = ''
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      printed += chunk.toString()
      const address = /running at (http:\S+)/.exec(printed)?.[1]
      // Whatever it prints from now on flows away, so that the pipe never fills up.
      if (address) resolve(new URL(address))
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    void ended.then((code) => reject(new Error(`The server ended with code ${code}:\n${printed}`)))
    child.on('error', reject)
  })
}
