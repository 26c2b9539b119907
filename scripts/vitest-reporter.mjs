import { relative } from 'node:path'
import { writeProgress } from './reports.mjs'
import { root } from './root.mjs'

/** Writes each result at once, so that a run ended by the clock still counts. */
export default class ProgressReporter {
  onTestRunStart(files) {
    writeProgress({ planned: files.length, unit: 'test files' })
  }

  onTestCaseResult(test) {
    const { state, errors } = test.result()
    const name = `${nameOf(test.module)} › ${test.fullName}`
    const { duration: ms, flaky } = test.diagnostic() ?? {}
    if (state === 'passed') writeProgress({ passed: name, ms, flaky })
    if (state === 'failed') writeProgress({ failed: name, ms, reason: errors?.[0]?.message })
  }

  onTestModuleEnd(module) {
    // A file can fail before its first test, or after the last.
    for (const { message } of module.errors()) writeProgress({ failed: nameOf(module), reason: message })
    writeProgress({ done: 1 })
  }

  onTestRunEnd(_modules, errors) {
    for (const { message } of errors) writeProgress({ failed: 'outside of the tests', reason: message })
    writeProgress({ ended: true })
  }
}

const nameOf = ({ moduleId, project }) => `${relative(root, moduleId)} (${project.name})`
