import { spawn, spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Load, LoadResult } from './load-process.ts'

/** With several cores, server and load generator are pinned to one each, so that they do not disturb each other. */
export const canPin = cpus().length > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0

export function onCore(core: number): string[] {
  return canPin ? ['taskset', '-c', String(core)] : []
}

/** Pins this process, and those that it starts from now on, to one core. */
export function pinSelf(core: number): void {
  if (canPin) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(process.pid)])
}

/** Generates load from a separate process. Fails when an answer has an unexpected status. */
export async function load(order: Load & { expects?: number }): Promise<LoadResult> {
  const [program, ...args] = [...onCore(1), process.execPath, join(import.meta.dirname, 'load-process.ts')]
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(order))
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const code = await new Promise((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Error(`The load process ended with code ${String(code)}`)
  const result = JSON.parse(printed) as LoadResult
  const { expects = 200 } = order
  const others = Object.entries(result.statuses).filter(([status]) => Number(status) !== expects)
  if (others.length > 0) {
    throw new Error(`${order.calls[0]?.path}: ${JSON.stringify(result.statuses)} instead of ${expects} alone`)
  }
  return result
}
