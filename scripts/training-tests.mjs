import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TRAINING_SOURCES } from '../tests/scope.ts'
import { hashOfContents } from './prepare.mjs'
import { root } from './root.mjs'

/** The sources of the engine with which the tests that train it passed last: a committed file, so that a clone knows. */
const STAMP = join(root, 'tests', 'trained-sources.txt')

export function haveTrainingSourcesChanged() {
  return readFileSync(STAMP, 'utf8').trim() !== hashOfContents(TRAINING_SOURCES)
}

export function noteTrainingSources() {
  writeFileSync(STAMP, `${hashOfContents(TRAINING_SOURCES)}\n`)
}
