import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { LogCapture } from '../../platform/database/sqlite/log-capture.ts'
import type { Base } from './names.ts'

export interface MadeBase extends Pick<Base, 'start' | 'end' | 'at'> {
  chain: string
  sha256: string
}

/**
 * Copies the database file while it is written to. Checkpoints may change it meanwhile; every page that they write is in
 * the pieces of the log from `start` on, and with those until `end` the copy is consistent.
 * @param to path of the copy, compressed and, for a recipient, encrypted
 * @returns undefined when the chain ended meanwhile
 */
export async function copyBase(
  capture: LogCapture,
  { file, to, recipient, signal }: { file: string; to: string; recipient: string | undefined; signal: AbortSignal },
): Promise<MadeBase | undefined> {
  await capture.cut()
  const { id, logBegan } = capture.chain ?? {}
  if (id === undefined || logBegan === undefined) return undefined
  const sha256 = await copyInProcess([file, to, recipient ?? ''], signal)
  await capture.cut()
  const after = capture.chain
  return after?.id === id ? { chain: id, start: logBegan, end: after.next - 1, at: after.at, sha256 } : undefined
}

const MAIN = new URL('./copy-process.ts', import.meta.url)

async function copyInProcess(args: string[], signal: AbortSignal): Promise<string> {
  const child = fork(MAIN, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], signal, killSignal: 'SIGKILL' })
  let [sha256, output]: [string | undefined, string] = [undefined, '']
  // Only this process sends messages.
  child.on('message', (message) => (sha256 = (message as { sha256: string }).sha256))
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-500)))
  await once(child, 'close')
  if (sha256 === undefined) throw new Error(`The database file could not be copied: ${output.trim()}`)
  return sha256
}
