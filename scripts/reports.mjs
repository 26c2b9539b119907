// What the reporters of the test runners write, and what it comes to: one JSON object per line.
import { appendFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** Where the reporters write: a file's path. */
export const PROGRESS = 'TEST_PROGRESS'

/**
 * @typedef {{ planned: number, unit: string } | { passed: string, ms?: number, flaky?: boolean }
 *   | { failed: string, ms?: number, reason?: string } | { done: number } | { ended: true }} Progress
 */

/** Appends synchronously: the runner may be killed at any moment. @param {Progress} entry */
export function writeProgress(entry) {
  const file = process.env[PROGRESS]
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`)
}

/**
 * Adds up the lines of a run. Its last line may be cut off.
 * @param {string} text
 * @returns {{ passed: number, failures: string[], flaky: string[], durations: { name: string, ms: number }[],
 *   notRun: { count: number, unit: string }, hasEnded: boolean }}
 */
export function readProgress(text) {
  const entries = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  const planned = entries.find((entry) => 'planned' in entry)
  const passed = entries.filter((entry) => 'passed' in entry)
  return {
    passed: passed.length,
    failures: entries.filter((entry) => 'failed' in entry).map(({ failed, reason }) => withReason(failed, reason)),
    flaky: passed.filter(({ flaky }) => flaky).map((entry) => entry.passed),
    durations: entries.filter(({ ms }) => ms > 0).map(({ passed, failed, ms }) => ({ name: passed ?? failed, ms })),
    notRun: {
      count: (planned?.planned ?? 0) - entries.filter((entry) => 'done' in entry).length,
      unit: planned?.unit ?? 'tests',
    },
    hasEnded: entries.some((entry) => 'ended' in entry),
  }
}

/** A name with the first line of the reason. */
const withReason = (name, reason = '') =>
  [name, ...stripVTControlCharacters(reason).split('\n', 1)].filter(Boolean).join(': ')
