import { spawnSync } from 'node:child_process'
import { withNode } from './node.mjs'
import { root } from './root.mjs'

/** Installs packages where that is possible: as root, on a machine with `apt-get`. */
export function installDebianPackages(...names) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return
  const run = (...args) =>
    spawnSync('apt-get', args, { cwd: root, stdio: 'ignore', env: withNode(process.execPath), timeout: 600_000 })
  run('update')
  run('install', '-y', '--no-install-recommends', ...names)
}
