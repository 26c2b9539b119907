import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs a program on a small real file system: a tmpfs in a separate mount namespace, which most systems allow unprivileged users;
 * it vanishes with the process.
 * @param main a module that calls `reportFromSmallDisk` when it is run
 */
export async function onSmallDisk<T>(main: string): Promise<T | { skipped: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'rfd-full-'))
  try {
    const unshare = ['--map-root-user', '--mount', process.execPath, main, folder]
    const child = spawn('unshare', unshare, { stdio: ['ignore', 'pipe', 'inherit'] })
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    const code = await new Promise<number | null>((resolve) => {
      child.on('error', () => resolve(null))
      child.on('exit', resolve)
    })
    if (code === null) return { skipped: 'there is no `unshare` on this machine' }
    if (code === NO_UNSHARE || code === NO_MOUNT) return { skipped: 'this account may not mount a small file system' }
    if (code !== 0) throw new Error(`${main} ended with ${code}`)
    // Printed by the module itself.
    return JSON.parse(printed) as T
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Exit codes: of `unshare` itself, and of a module that may not mount or fails. */
const [NO_UNSHARE, NO_MOUNT, FAILED] = [1, 77, 78]

/** Inside the namespace that may mount: mounts the file system, and prints what `work` finds there. */
export async function reportFromSmallDisk(sizeMb: number, work: (folder: string) => Promise<object>): Promise<never> {
  const folder = process.argv[2] ?? ''
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', folder], { stdio: 'ignore' })
  if (mounted.status !== 0) process.exit(NO_MOUNT)
  try {
    console.log(JSON.stringify(await work(folder)))
    process.exit(0)
  } catch (error) {
    console.error(error)
    process.exit(FAILED)
  }
}

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
