import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { readPlaywright, readVitest } from './reports.mjs'
import { root } from './root.mjs'

afterEach(() => void vi.restoreAllMocks())

test('a failed unit test is named with its file and the first line of its reason', () => {
  const name = join(root, 'server/health.test.ts')
  const assertionResults = [
    { status: 'passed', fullName: 'answers', failureMessages: [] },
    {
      status: 'failed',
      fullName: 'says what is wrong',
      failureMessages: ['\u001b[31mexpected 1\u001b[39m\n    at here'],
    },
  ]
  const report = { numPassedTests: 1, testResults: [{ name, status: 'failed', message: '', assertionResults }] }
  expect(readVitest(report)).toEqual({
    passed: 1,
    failures: ['server/health.test.ts › says what is wrong: expected 1'],
  })
})

test('a file that fails outside its tests is a failure', () => {
  const name = join(root, 'web/main.test.ts')
  const report = {
    numPassedTests: 0,
    testResults: [{ name, status: 'failed', message: 'no such module', assertionResults: [] }],
  }
  expect(readVitest(report).failures).toEqual(['web/main.test.ts: no such module'])
})

test('browser tests are found in groups too, and what passed the second time is printed but has passed', () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const spec = (title, status, message) => ({
    file: 'tests/browser/list.test.ts',
    title,
    tests: [{ status, results: [{ error: message && { message } }, {}] }],
  })
  const suites = [
    { specs: [spec('opens', 'expected')], suites: [{ specs: [spec('closes', 'unexpected', 'still open')] }] },
    { specs: [spec('prints', 'flaky', 'too late\nat once')] },
  ]
  expect(readPlaywright({ stats: { expected: 1, flaky: 1, unexpected: 1 }, suites, errors: [] })).toEqual({
    passed: 2,
    failures: ['tests/browser/list.test.ts › closes: still open'],
  })
  expect(print.mock.calls.join()).toContain('tests/browser/list.test.ts › prints: too late')
})
