import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFileLock } from './lock.mjs'

let folder
let lock
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rfd-lock-'))
  lock = join(folder, 'deep', 'lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A process that logs the begin and end of its work under the lock. */
async function workInProcess(log) {
  const script = `
    import { appendFileSync } from 'node:fs'
    import { withFileLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.mjs'))}
    withFileLock(${JSON.stringify(lock)}, () => {
      appendFileSync(${JSON.stringify(log)}, 'begin ')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
      appendFileSync(${JSON.stringify(log)}, 'end ')
    })`
  await once(spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' }), 'exit')
}

test('processes that prepare the same thing wait for one another', async () => {
  const log = join(folder, 'log')
  await Promise.all([workInProcess(log), workInProcess(log), workInProcess(log)])
  expect(readFileSync(log, 'utf8')).toBe('begin end begin end begin end ')
  expect(existsSync(lock)).toBe(false)
})

test('the lock of a process that has exited is ignored', async () => {
  const ended = spawn(process.execPath, ['-e', ''])
  await once(ended, 'exit')
  withFileLock(lock, () => {})
  writeFileSync(lock, String(ended.pid))
  expect(withFileLock(lock, () => 'done')).toBe('done')
})

test('work that fails releases the lock', () => {
  const failing = () => {
    throw new Error('no network')
  }
  expect(() => withFileLock(lock, failing)).toThrow('no network')
  expect(existsSync(lock)).toBe(false)
})
