import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const LOOK_EVERY_MS = 200
/** Longer than any preparation takes: a lock that old was left by a process whose number another one has by now. */
const LEFT_BEHIND_MS = 15 * 60_000

/**
 * Does the work while no other process does work under the same lock file; the others wait. A process that has ended holds
 * nothing. Where the file cannot be written nobody else works either, so there is nothing to wait for.
 */
export function withFileLock(file, work) {
  const isHeld = acquire(file)
  try {
    return work()
  } finally {
    if (isHeld) rmSync(file, { force: true })
  }
}

function acquire(file) {
  for (;;) {
    try {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return true
    } catch (error) {
      if (error.code !== 'EEXIST') return false
    }
    if (isLeftBehind(file)) rmSync(file, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS)
  }
}

function isLeftBehind(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > LEFT_BEHIND_MS) return true
    // Empty for the moment between its creation and the writing of the number.
    const pid = Number(readFileSync(file, 'utf8'))
    if (pid > 0) process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
