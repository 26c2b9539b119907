import { expect, test } from 'vitest'
import { readProgress } from './reports.mjs'

const lines = (...entries) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')

test('a failed test is named with the first line of its reason, and one that passed the second time has passed', () => {
  const text = lines(
    { planned: 1, unit: 'test files' },
    { passed: 'server/health.test.ts › answers', ms: 12 },
    { passed: 'server/health.test.ts › answers late', flaky: true },
    { failed: 'server/health.test.ts › says what is wrong', reason: '\u001b[31mexpected 1\u001b[39m\n    at here' },
    { done: 1 },
    { ended: true },
  )
  expect(readProgress(text)).toEqual({
    passed: 2,
    failures: ['server/health.test.ts › says what is wrong: expected 1'],
    flaky: ['server/health.test.ts › answers late'],
    durations: [{ name: 'server/health.test.ts › answers', ms: 12 }],
    notRun: { count: 0, unit: 'test files' },
    hasEnded: true,
  })
})

test('a run that was ended keeps its results, says what it left out, and may end within a line', () => {
  const text = lines({ planned: 3, unit: 'tests' }, { passed: 'opens' }, { done: 1 })
  expect(readProgress(`${text}{"passed":"clo`)).toMatchObject({
    passed: 1,
    failures: [],
    notRun: { count: 2, unit: 'tests' },
    hasEnded: false,
  })
})

test('a runner that never started has neither planned nor ended', () => {
  expect(readProgress('')).toMatchObject({ passed: 0, failures: [], notRun: { count: 0 }, hasEnded: false })
})
