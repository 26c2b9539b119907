import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMPILED, PROCESS_ENVIRONMENT } from '../server/compile-cache.ts'
import { withFileLock } from './lock.mjs'
import { fail, npm, PREPARING, withNode } from './node.mjs'
import { root } from './root.mjs'

/** Installs from the lockfile when it has changed since the last install. Package scripts are not run: none is needed. */
export function installPackages(node) {
  const stamp = join(root, 'node_modules', '.installed')
  const wanted = hashOf(['package-lock.json'])
  prepareOnce(
    () => stampIs(stamp, wanted),
    () => {
      console.log('Installing packages …')
      const { status } = npm(node, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
      if (status !== 0) fail('The packages could not be installed; see the lines above. Is the npm registry reachable?')
      writeFileSync(stamp, wanted)
    },
  )
}

/** Builds the page when its sources have changed since the last build. */
export function buildPage(node) {
  const stamp = join(root, 'dist', '.built')
  const wanted = hashOf(['web', 'shared', 'vite.config.ts', 'package-lock.json'])
  const isBuilt = () => stampIs(stamp, wanted) && existsSync(join(root, 'dist', 'page', 'index.html'))
  prepareOnce(isBuilt, () => {
    console.log('Building the page …')
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const { status } = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
    if (status !== 0) fail('The page could not be built; see the lines above.')
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(stamp, wanted)
  })
}

/** Fills the compile cache when the server's sources have changed. If that fails, the start only takes more time and memory. */
export function compileServer(node) {
  const stamp = join(COMPILED, '.compiled')
  const wanted = hashOf(['server', 'engine', 'shared', 'seeds', 'package-lock.json'])
  prepareOnce(
    () => stampIs(stamp, wanted),
    () => {
      try {
        // Nothing else removes the cache of earlier sources.
        rmSync(COMPILED, { recursive: true, force: true })
        mkdirSync(COMPILED, { recursive: true })
      } catch {
        // The account may only read the program folder.
        return
      }
      const env = { ...withNode(node), ...PROCESS_ENVIRONMENT }
      const { status } = spawnSync(node, ['scripts/compile.mjs'], { cwd: root, env, stdio: 'inherit' })
      if (status === 0) writeFileSync(stamp, wanted)
    },
  )
}

/** Two concurrent starts would corrupt each other's build: the second waits and finds the work done. */
function prepareOnce(isReady, prepare) {
  if (isReady()) return
  withFileLock(PREPARING, () => {
    if (!isReady()) prepare()
  })
}

function stampIs(path, wanted) {
  return existsSync(path) && readFileSync(path, 'utf8') === wanted
}

/** What a build of these files and folders depends on: their contents and this Node. */
function hashOf(names) {
  return hashOfContents(names, createHash('sha256').update(process.version))
}

/** A hash of the names and contents of files and folders. */
export function hashOfContents(names, hash = createHash('sha256')) {
  for (const name of names) addTo(hash, name)
  return hash.digest('hex')
}

function addTo(hash, name) {
  const path = join(root, name)
  const entries = isFolder(path) ? readdirSync(path).sort() : undefined
  if (entries) for (const entry of entries) addTo(hash, `${name}/${entry}`)
  else if (existsSync(path)) hash.update(`${name}\0`).update(readFileSync(path))
}

function isFolder(path) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
