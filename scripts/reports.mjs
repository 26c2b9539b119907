// Parses the JSON reports of the test runners: number of passed tests, and the failed ones with the first line of the reason.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './root.mjs'

/** @returns {{ passed: number, failures: string[] }} from Vitest's report */
export function readVitest({ numPassedTests, testResults }) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file can fail before its first test, or after the last.
    if (failed.length === 0 && status === 'failed') return [entry(file, message)]
    return failed.map((test) => entry(`${file} › ${test.fullName}`, test.failureMessages[0]))
  })
  return { passed: numPassedTests, failures }
}

/** @returns {{ passed: number, failures: string[] }} from Playwright's report; flaky tests count as passed, and are printed */
export function readPlaywright({ stats, suites, errors }) {
  const tests = suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      status,
      text: entry(`${file} › ${title}`, results.find(({ error }) => error)?.error.message),
    })),
  )
  const flaky = tests.filter(({ status }) => status === 'flaky')
  if (flaky.length > 0)
    console.log(`\nFlaky, passed the second time:\n${flaky.map(({ text }) => `- ${text}`).join('\n')}`)
  return {
    passed: stats.expected + stats.flaky,
    failures: [
      ...tests.filter(({ status }) => status === 'unexpected').map(({ text }) => text),
      ...errors.map(({ message }) => entry('Playwright', message)),
    ],
  }
}

const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

const entry = (name, message = '') =>
  [name, ...stripVTControlCharacters(message).split('\n', 1)].filter(Boolean).join(': ')
