import { spawnSync } from 'node:child_process'
import { findChromium } from './chromium.mjs'
import { withNode } from './node.mjs'
import { root } from './root.mjs'

const env = { ...withNode(process.execPath), CHROMIUM_PATH: await findChromium() }
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env },
)
process.exit(status ?? 1)
