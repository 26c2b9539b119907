import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const POLL_INTERVAL_MS = 200
/** Longer than any preparation takes on a slow disk: an older lock is stale, even if its process id is in use again. */
const STALE_LOCK_MS = 3 * 60 * 60_000

/**
 * Runs the work under an exclusive lock file; other processes wait. The lock of a process that has exited is ignored. If the
 * file cannot be written, the work runs without a lock: no other process can do it either.
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
    if (isStale(file)) rmSync(file, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_INTERVAL_MS)
  }
}

function isStale(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > STALE_LOCK_MS) return true
    // Empty between its creation and the writing of the process id.
    const pid = Number(readFileSync(file, 'utf8'))
    if (pid > 0) process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
