// Entry point of every npm script: prepares what is missing (Node, packages, page), then runs the task.
import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { root } from './root.mjs'
import { findNode, withNode } from './node.mjs'

const node = findNode()
if (node !== process.execPath) {
  // Restart under the right Node, so that nothing half works under the wrong one.
  const again = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: withNode(node),
  })
  passSignals(again)
  again.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
} else {
  await main(process.argv[2], process.argv.slice(3))
}

async function main(task, args) {
  const { installPackages, buildPage, compileServer } = await import('./prepare.mjs')
  const { CHECKS } = await import('./checks.mjs')
  const { PROCESS_ENVIRONMENT } = await import('../server/compile-cache.ts')
  const { SMALL_HEAP } = await import('../server/platform/thread-limits.ts')
  installPackages(node)
  const bin = (name) => `node_modules/${name}`
  const prettier = bin('prettier/bin/prettier.cjs')
  const tasks = {
    start: () => {
      buildPage(node)
      compileServer(node)
      become(['server/main.ts', ...args], PROCESS_ENVIRONMENT)
    },
    build: () => buildPage(node),
    seed: () => become(['seeds/main.ts', ...args]),
    bench: () => (buildPage(node), compileServer(node), become(['bench/main.ts', ...args])),
    durability: () => become(['tests/durability/main.ts', ...args], PROCESS_ENVIRONMENT),
    floods: () => (compileServer(node), become(['tests/floods/main.ts', ...args])),
    admin: () => become(['server/admin.ts', ...args]),
    backup: () => become([...SMALL_HEAP, 'server/backup-command.ts', 'backup', ...args]),
    'backup:verify': () => become([...SMALL_HEAP, 'server/backup-command.ts', 'verify', ...args]),
    restore: () => become([...SMALL_HEAP, 'server/backup-command.ts', 'restore', ...args]),
    'audit:verify': () => become(['server/audit-verify.ts', ...args]),
    'ai:eval': () => become(['lab/main.ts', ...args]),
    dev: () => become(['scripts/dev.mjs', ...args]),
    test: () => become(['scripts/test.mjs', ...args]),
    vitest: () => become([bin('vitest/vitest.mjs'), 'run', ...args], PROCESS_ENVIRONMENT),
    pictures: async () => {
      buildPage(node)
      const { findChromium } = await import('./chromium.mjs')
      become(['tests/pictures/main.ts', ...args], { CHROMIUM_PATH: await findChromium() })
    },
    playwright: () => (buildPage(node), become(['scripts/playwright.mjs', ...args])),
    format: () => become([prettier, '--write', '--log-level=warn', '--cache', '--cache-location=.cache/prettier', '.']),
    texts: () => become(['scripts/texts.mjs', ...args]),
    check: () => {
      for (const { args: step, env } of CHECKS) {
        const { status } = spawnSync(node, step, { cwd: root, stdio: 'inherit', env: { ...withNode(node), ...env } })
        if (status !== 0) process.exit(status ?? 1)
      }
    },
  }
  const run = Object.hasOwn(tasks, task ?? '') ? tasks[task] : undefined
  if (!run) {
    console.error(`No such task: ${task}. There are: ${Object.keys(tasks).join(', ')}.`)
    process.exit(2)
  }
  await run()
}

/** Runs another program: on POSIX it replaces this process (`execve`), so that no launcher of 80 MB stays in memory. */
function become(args, environment = {}) {
  const env = { ...withNode(node), ...environment }
  if (process.execve && process.platform !== 'win32') {
    process.chdir(root)
    process.execve(node, [node, ...args], env)
  }
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env })
  passSignals(child)
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/** Forwards termination signals to the child; the exit code is the child's. */
function passSignals(child) {
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A terminal sends SIGINT to the whole process group: only wait for the child to exit.
  process.on('SIGINT', () => {})
}
