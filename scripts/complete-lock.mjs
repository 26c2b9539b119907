// Run after changing packages: `node scripts/complete-lock.mjs`. A registry mirror may lack optional binaries of other
// platforms; npm then leaves them out of the lockfile, and `npm ci` against a complete registry stops with "Missing: … from
// lock file". A stub entry for each fixes that.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const SYSTEMS = ['darwin', 'linux', 'win32', 'android', 'freebsd', 'openharmony', 'netbsd', 'openbsd', 'sunos', 'aix']
const CPUS = ['arm64', 'x64', 'arm', 'ia32', 'riscv64', 's390x', 'ppc64', 'loong64', 'wasm32', 'mips64el']

const path = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8'))
let added = 0
for (const [owner, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const inside = `${owner}/node_modules/${name}`
    const outside = `node_modules/${name}`
    if (lock.packages[inside] || lock.packages[outside] || /[\^~*]/.test(version)) continue
    lock.packages[outside] = stub(name, version, entry.dev)
    added += 1
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} stub entries added`)

/** Lockfile entry of a package that this platform never installs; its name contains the platform. */
function stub(name, version, dev) {
  const words = name.split(/[/-]/)
  const os = words.find((word) => SYSTEMS.includes(word)) ?? 'none'
  const cpu = words.find((word) => CPUS.includes(word)) ?? CPUS.find((word) => name.includes(`-${word}`)) ?? 'none'
  const libc = /musl/.test(name) ? ['musl'] : /gnu/.test(name) && os === 'linux' ? ['glibc'] : undefined
  return { version, cpu: [cpu], ...(dev ? { dev } : {}), ...(libc ? { libc } : {}), optional: true, os: [os] }
}
