// `npm test`: types, lint, format, dead code, unit and API tests on SQLite and PostgreSQL, browser tests.
// `npm run test:all` (`--all`) also runs every test of a database on PostgreSQL, and the tests that train the engine.
// Later steps run even if an earlier one fails; the last line of the output is the result.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHECKS } from './checks.mjs'
import { findChromium } from './chromium.mjs'
import { withNode } from './node.mjs'
import { PROCESS_ENVIRONMENT } from '../server/compile-cache.ts'
import { startPostgres } from '../server/testing/postgres-server.ts'
import { preparePdftotext } from './poppler.mjs'
import { buildPage, compileServer } from './prepare.mjs'
import { PROGRESS, readProgress } from './reports.mjs'
import { root } from './root.mjs'
import { noteSources, unchangedGroups } from './tests-by-sources.mjs'

/**
 * `TEST_UNTIL`, in seconds since 1970: when the run has to be over, for a CI that ends a run without counting it. On a
 * starved machine the rest is then left out, and the last lines say how much.
 */
const until = process.env.TEST_UNTIL ? Number(process.env.TEST_UNTIL) * 1000 : Infinity
const isLate = () => Date.now() >= until
const isAll = process.argv.includes('--all')
const leaveOutNames = isAll ? [] : ['dialect', ...unchangedGroups()]
const reports = mkdtempSync(join(tmpdir(), 'rfd-reports-'))
let [passed, failed, skipped] = [0, 0, 0]
/** One entry per failed check or test, repeated at the end, because the output is thousands of lines long. */
const failures = []
const leftOut = []
const flaky = []
const durations = []

/**
 * @param {{ together?: boolean }} how `together` with others: the output is printed as a whole at the end
 * @returns {Promise<'ok' | 'failed' | 'out of time'>}
 */
async function run(name, args, env = {}, { together = false } = {}) {
  if (isLate()) return 'out of time'
  const started = Date.now()
  const output = []
  if (!together) console.log(`\n── ${name}`)
  const result = await new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', ...Array(2).fill(together ? 'pipe' : 'inherit')],
      // Most tests start processes of the server.
      env: { ...withNode(process.execPath), ...PROCESS_ENVIRONMENT, ...env },
      // In a group of its own, so that a runner's workers end with it.
      detached: until < Infinity,
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk))
    let isEnded = false
    const clock =
      until < Infinity &&
      setTimeout(() => {
        isEnded = true
        process.kill(-child.pid, 'SIGKILL')
      }, until - started)
    child.on('close', (code) => {
      clearTimeout(clock)
      resolve(isEnded ? 'out of time' : code === 0 ? 'ok' : 'failed')
    })
  })
  if (together) process.stdout.write(Buffer.concat(output))
  console.log(`── ${name}: ${result} in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return result
}

/** Runs a check, which counts as one test. */
async function check({ name, args, env }) {
  const result = await run(name, args, env, { together: true })
  if (result === 'ok') passed += 1
  else if (result === 'failed') fail([name])
  else leaveOut(1, `check: ${name}`)
}

/** A runner that exits without having ended its report, or fails outside a test, counts as a failure. */
async function suite(name, args, env) {
  const file = join(reports, 'progress')
  writeFileSync(file, '')
  const result = await run(name, args, { ...env, [PROGRESS]: file })
  const report = readProgress(readFileSync(file, 'utf8'))
  if (result !== 'out of time') {
    if (!report.hasEnded) report.failures.push(`${name}: did not end`)
    else if (result === 'failed' && report.failures.length === 0) report.failures.push(`${name}: failed outside a test`)
    else if (report.passed === 0) report.failures.push(`${name}: no test ran`)
  } else if (report.notRun.count > 0) leaveOut(report.notRun.count, `${report.notRun.unit} of “${name}”`)
  else leaveOut(1, `“${name}” as a whole`)
  flaky.push(...report.flaky)
  durations.push(...report.durations)
  passed += report.passed
  fail(report.failures)
}

function fail(names) {
  failed += names.length
  failures.push(...names)
}

function leaveOut(count, what) {
  skipped += count
  leftOut.push(`${count} ${what}`)
}

await Promise.all(CHECKS.map(check))

if (!isLate()) {
  buildPage(process.execPath)
  compileServer(process.execPath)
  preparePdftotext()
}
const postgres = process.env.TEST_DATABASE_URL || isLate() ? undefined : await startPostgres()
const databaseUrl = process.env.TEST_DATABASE_URL ?? postgres?.url
if (!databaseUrl && !isLate()) console.log('\nNo PostgreSQL on this machine: PGlite stands in for it.')
try {
  await suite(
    'Unit and API tests',
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--retry=1',
      '--reporter=default',
      '--reporter=./scripts/vitest-reporter.mjs',
    ],
    { TEST_LEAVE_OUT: leaveOutNames.join(), ...(databaseUrl && { TEST_DATABASE_URL: databaseUrl }) },
  )
} finally {
  postgres?.stop()
}

await suite(
  'Browser tests',
  // A retry tells a busy machine from a fault; a test that needed one is reported as flaky.
  ['node_modules/@playwright/test/cli.js', 'test', '--retries=1', '--reporter=line,./scripts/playwright-reporter.mjs'],
  isLate() ? {} : { CHROMIUM_PATH: await findChromium() },
)

rmSync(reports, { recursive: true, force: true })
// To be committed with the change: the next run leaves out the tests whose sources are these.
if (failed === 0 && skipped === 0) noteSources()
const slowest = durations.toSorted((a, b) => b.ms - a.ms).slice(0, 10)
list(
  'The ten slowest tests',
  slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1)} s: ${name}`),
)
list('Passed only the second time', flaky)
list('Failed', failures)
list('Out of time. Not run, so not known to work', leftOut)
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

function list(title, lines) {
  if (lines.length > 0) console.log(`\n${title}:\n${lines.map((line) => `- ${line}`).join('\n')}`)
}
