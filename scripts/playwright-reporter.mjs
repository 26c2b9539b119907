import { relative } from 'node:path'
import { writeProgress } from './reports.mjs'
import { root } from './root.mjs'

/** Writes each result at once, so that a run ended by the clock still counts. */
export default class ProgressReporter {
  onBegin(_config, suite) {
    writeProgress({ planned: suite.allTests().length, unit: 'tests' })
  }

  onTestEnd(test, { status, retry, error, duration: ms }) {
    const name = `${relative(root, test.location.file)} › ${test.title}`
    const isExpected = status === test.expectedStatus
    if (!isExpected && status !== 'skipped' && retry < test.retries) return
    writeProgress({ done: 1 })
    if (status === 'skipped') return
    writeProgress(isExpected ? { passed: name, ms, flaky: retry > 0 } : { failed: name, ms, reason: error?.message })
  }

  onError({ message }) {
    writeProgress({ failed: 'outside of the tests', reason: message })
  }

  onEnd() {
    writeProgress({ ended: true })
  }

  printsToStdio() {
    return false
  }
}
