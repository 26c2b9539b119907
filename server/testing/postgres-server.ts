import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'

/** A PostgreSQL server of our own, reachable from loopback only. */
export interface PostgresServer {
  /** of the database `postgres`; the cluster's other databases only differ in the name */
  url: string
  /** its data folder */
  folder: string
  /** like a power failure: every process is killed, and the next start recovers */
  crash(): void
  /** clean shutdown: open transactions are rolled back, connections closed */
  halt(): void
  /** restarts at the same address */
  start(): void
  /** stops for good and deletes a temporary folder */
  stop(): void
}

interface Wanted {
  /** reused from run to run; default: a temporary folder */
  folder?: string
  /** in addition to PostgreSQL's defaults, `name=value` */
  settings?: readonly string[]
}

/** For tests: their data need not survive a power failure. */
const UNSAFE = ['fsync=off']

/**
 * Starts a server from the machine's binaries on a free port.
 * @returns undefined if PostgreSQL is not installed, or if no other user can run it for root
 */
export async function startPostgres({ folder: dataFolder, settings = UNSAFE }: Wanted = {}): Promise<
  PostgresServer | undefined
> {
  const bin = findBinaries()
  if (!bin) return undefined
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0
  const owner = isRoot ? unprivileged() : undefined
  if (isRoot && !owner) return undefined
  if (dataFolder) mkdirSync(dataFolder, { recursive: true })
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'rfd-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const run = (command: string, args: string[]) => {
    const { status, stderr } = spawnSync(join(bin, command), args, {
      cwd: folder,
      uid: owner?.uid,
      gid: owner?.gid,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: folder },
    })
    if (status !== 0) throw new Error(`${command} failed: ${stderr}`)
  }

  const cluster = join(folder, 'cluster')
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    const locale = ['--encoding=UTF8', '--locale=C.UTF-8']
    run('initdb', ['-D', cluster, '-U', 'rfd', '--auth=trust', '--no-sync', ...locale])
  }
  const port = await freePort()
  const all = [`listen_addresses=127.0.0.1`, `unix_socket_directories=${folder}`, ...settings]
  const control = (...args: string[]) => run('pg_ctl', ['-D', cluster, '-w', '-t', '120', ...args])
  const start = () => {
    control('-l', join(folder, 'log'), '-o', [`-p ${port}`, ...all.map((one) => `-c ${one}`)].join(' '), 'start')
  }
  const halt = () => control('-m', 'fast', 'stop')
  const crash = () => control('-m', 'immediate', 'stop')
  // A server left over from a killed run still holds the folder.
  if (existsSync(join(cluster, 'postmaster.pid'))) stopLeftOver()
  start()
  return {
    url: `postgres://rfd@127.0.0.1:${port}/postgres`,
    folder,
    start,
    crash,
    halt,
    stop() {
      if (dataFolder) return halt()
      crash()
      rmSync(folder, { recursive: true, force: true })
    },
  }

  function stopLeftOver() {
    try {
      halt()
    } catch {
      // It is not running and only left its pid file, which starting handles.
    }
  }
}

/** The folder of the installed PostgreSQL programs; undefined if there is none. */
export function findBinaries(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : []
  const folders = [...debian, ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find((folder) => ['initdb', 'pg_ctl', 'postgres'].every((name) => existsSync(join(folder, name))))
}

/** The user `postgres` of the distribution's package, otherwise `nobody`. */
function unprivileged(): { uid: number; gid: number } | undefined {
  for (const name of ['postgres', 'nobody']) {
    const id = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
    const [uid, gid] = [id('-u'), id('-g')]
    if (uid > 0 && gid > 0 && uid !== userInfo().uid) return { uid, gid }
  }
  return undefined
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port')),
      )
    })
  })
}
