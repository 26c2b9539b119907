import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'

/**
 * A PostgreSQL of the tests' own: started from the machine's binaries in a temporary folder on a free port, reachable from
 * loopback only.
 * @returns its address and how to stop it; undefined when the machine has no PostgreSQL
 */
export async function startPostgres() {
  const bin = findBinaries()
  if (!bin) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'rfd-postgres-'))
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? unprivileged() : undefined
  if (process.getuid?.() === 0 && !owner) return undefined
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const run = (command, args) =>
    spawnSync(join(bin, command), args, {
      cwd: folder,
      uid: owner?.uid,
      gid: owner?.gid,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: folder },
    })

  const cluster = join(folder, 'cluster')
  const made = run('initdb', [
    '-D',
    cluster,
    '-U',
    'rfd',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ])
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off -c max_connections=60`
  const started = run('pg_ctl', ['-D', cluster, '-w', '-t', '60', '-l', join(folder, 'log'), '-o', settings, 'start'])
  if (started.status !== 0) throw new Error(`PostgreSQL did not start: ${started.stderr}`)
  return {
    url: `postgres://rfd@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', ['-D', cluster, '-m', 'immediate', '-w', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function findBinaries() {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : []
  const folders = [...debian, ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find((folder) => ['initdb', 'pg_ctl', 'postgres'].every((name) => existsSync(join(folder, name))))
}

/** The user `postgres` of the distribution's package, else nobody. */
function unprivileged() {
  for (const name of ['postgres', 'nobody']) {
    const id = (flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
    const [uid, gid] = [id('-u'), id('-g')]
    if (uid > 0 && gid > 0 && uid !== userInfo().uid) return { uid, gid }
  }
  return undefined
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
