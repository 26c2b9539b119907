// `npm test`: types, lint, format, dead code, unit and API tests on SQLite and PostgreSQL, browser tests.
// Later steps run even if an earlier one fails; the last line of the output is the result.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHECKS } from './checks.mjs'
import { findChromium } from './chromium.mjs'
import { withNode } from './node.mjs'
import { startPostgres } from '../server/testing/postgres-server.ts'
import { buildPage } from './prepare.mjs'
import { readPlaywright, readVitest } from './reports.mjs'
import { root } from './root.mjs'

const reports = mkdtempSync(join(tmpdir(), 'rfd-reports-'))
let [passed, failed] = [0, 0]
/** One entry per failed check or test, repeated at the end, because the output is thousands of lines long. */
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

/** Runs a check, which counts as one test. */
function check(name, args) {
  if (run(name, args)) passed += 1
  else fail([name])
}

/** Reads the runner's JSON report; a runner that exits without one, or fails outside a test, counts as a failure. */
function suite(name, args, env, file, read) {
  const ok = run(name, args, env)
  let report = { passed: 0, failures: [] }
  try {
    report = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    report.failures.push(`${name}: no report (${error.message})`)
  }
  if (!ok && report.failures.length === 0) report.failures.push(`${name}: failed outside a test`)
  if (ok && report.passed === 0) report.failures.push(`${name}: no test ran`)
  passed += report.passed
  fail(report.failures)
}

function fail(names) {
  failed += names.length
  failures.push(...names)
}

for (const { name, args } of CHECKS) check(name, args)

buildPage(process.execPath)
const postgres = process.env.TEST_DATABASE_URL ? undefined : await startPostgres()
const databaseUrl = process.env.TEST_DATABASE_URL ?? postgres?.url
if (!databaseUrl) console.log('\nNo PostgreSQL on this machine: PGlite stands in for it.')
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
    file,
    readVitest,
  )
} finally {
  postgres?.stop()
}

const browserFile = join(reports, 'playwright.json')
suite(
  'Browser tests',
  // A retry tells a busy machine from a fault; a test that needed one is reported as flaky.
  ['node_modules/@playwright/test/cli.js', 'test', '--retries=1', '--reporter=line,json'],
  { CHROMIUM_PATH: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: browserFile },
  browserFile,
  readPlaywright,
)

rmSync(reports, { recursive: true, force: true })
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `- ${name}`).join('\n')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
