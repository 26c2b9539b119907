// `npm test`: types, lint, format, dead code, unit and API tests on every engine at hand, browser tests.
// Everything runs even when something before it failed; the last line counts.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHECKS } from './checks.mjs'
import { findChromium } from './chromium.mjs'
import { withNode } from './node.mjs'
import { startPostgres } from '../server/testing/postgres-server.ts'
import { buildPage } from './prepare.mjs'
import { root } from './root.mjs'

const reports = mkdtempSync(join(tmpdir(), 'rfd-reports-'))
let [passed, failed] = [0, 0]
const failures = []

function run(name, args, env = {}) {
  console.log(`\n── ${name}`)
  const started = performance.now()
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...withNode(process.execPath), ...env },
  })
  console.log(`── ${name}: ${status === 0 ? 'ok' : 'failed'} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return status === 0
}

function count(name, good, bad) {
  passed += good
  failed += bad
  if (bad > 0) failures.push(name)
}

/** A check counts as one test. */
function check(name, args) {
  const ok = run(name, args)
  count(name, ok ? 1 : 0, ok ? 0 : 1)
}

/** Counts from the runner's JSON report; a runner that died without one is a failure. */
function suite(name, args, env, read) {
  const ok = run(name, args, env)
  let good = 0
  let bad = ok ? 0 : 1
  try {
    ;[good, bad] = read()
    if (good + bad === 0 || (!ok && bad === 0)) bad += 1
  } catch {
    bad = 1
  }
  count(name, good, bad)
}

for (const { name, args } of CHECKS) check(name, args)

buildPage(process.execPath)
const postgres = process.env.TEST_DATABASE_URL ? undefined : await startPostgres()
const databaseUrl = process.env.TEST_DATABASE_URL ?? postgres?.url
if (!databaseUrl) console.log('\nNo PostgreSQL on this machine: its tests run on PGlite only.')
try {
  const file = join(reports, 'vitest.json')
  suite(
    'Unit and API tests',
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--retry=1',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {},
    () => {
      const report = JSON.parse(readFileSync(file, 'utf8'))
      return [
        report.numPassedTests,
        report.numFailedTests +
          report.testResults.filter((f) => f.status === 'failed' && f.assertionResults.length === 0).length,
      ]
    },
  )
} finally {
  postgres?.stop()
}

const browserFile = join(reports, 'playwright.json')
suite(
  'Browser tests',
  // A second try tells a busy machine from a fault; what needed one is named as flaky below.
  ['node_modules/@playwright/test/cli.js', 'test', '--retries=1', '--reporter=line,json'],
  { CHROMIUM_PATH: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: browserFile },
  () => {
    const { stats } = JSON.parse(readFileSync(browserFile, 'utf8'))
    if (stats.flaky > 0) console.log(`\n${stats.flaky} flaky: passed only the second time`)
    return [stats.expected + stats.flaky, stats.unexpected]
  },
)

rmSync(reports, { recursive: true, force: true })
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
