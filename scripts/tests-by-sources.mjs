import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BY_SOURCES } from '../tests/scope.ts'
import { hashOfContents } from './prepare.mjs'
import { root } from './root.mjs'

/** The sources with which each group of tests passed last: a committed file, so that a clone knows. */
const STAMPS = join(root, 'tests', 'passed-sources.json')

/** @returns {Record<string, string>} */
function readStamps() {
  return existsSync(STAMPS) ? JSON.parse(readFileSync(STAMPS, 'utf8')) : {}
}

const hashes = () =>
  Object.fromEntries(Object.entries(BY_SOURCES).map(([name, { sources }]) => [name, hashOfContents(sources)]))

/** Names of the groups whose sources are those with which they passed last. */
export function unchangedGroups() {
  const stamps = readStamps()
  return Object.entries(hashes()).flatMap(([name, hash]) => (stamps[name] === hash ? [name] : []))
}

/** Call once all tests have passed. */
export function noteSources() {
  writeFileSync(STAMPS, `${JSON.stringify(hashes(), null, 2)}\n`)
}
