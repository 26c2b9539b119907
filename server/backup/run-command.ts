import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import type { TargetFailureCode } from '../../shared/backup-bucket.ts'
import { SMALL_HEAP } from '../platform/thread-limits.ts'

/** What the command tells its parent. */
export type CommandMessage =
  | { progress: { done: number; of: number } }
  | { made: { size: number; checksum: string } }
  | { proven: { requests: number } }
  /** SHA-256 of the bytes that were proven, or that do not open with the key at hand */
  | { read: { checksum: string } }
  /** the file is not what it should be */
  | { damaged: true }
  | { failed: { code: TargetFailureCode; answer: string } }
  /** the last one */
  | Record<string, never>

export interface CommandEnd {
  /** exit code; null when it was killed */
  code: number | null
  /** what it wrote to standard error */
  output: string
}

const MAIN = new URL('../backup-command.ts', import.meta.url)
/** The server's answers come before its backup. */
const NICENESS = 15

/** Runs the command in a process of its own: its memory and its processor time are not the server's. */
export function runCommand(
  args: string[],
  {
    environment,
    signal,
    on,
  }: { environment: Record<string, string>; signal: AbortSignal; on(message: CommandMessage): void },
): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const child = fork(MAIN, args, {
      execArgv: [...process.execArgv, ...SMALL_HEAP],
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    // Until its first line it would already have used a second of a core.
    if (child.pid !== undefined) setPriority(child.pid, NICENESS)
    let output = ''
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2000)
    })
    const kill = () => child.kill('SIGKILL')
    signal.addEventListener('abort', kill, { once: true })
    // Only this command sends messages.
    child.on('message', (message) => on(message as CommandMessage))
    child.once('error', reject)
    const ends = Promise.all([once(child, 'close'), once(child, 'disconnect')])
    ends.then(([[code]]: [unknown[], unknown[]]) => {
      signal.removeEventListener('abort', kill)
      resolve({ code: typeof code === 'number' ? code : null, output: output.trim() })
    }, reject)
  })
}
