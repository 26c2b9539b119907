import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BY_SOURCES, PGLITE_TESTS, POSTGRES_TESTS } from './scope.ts'

const cwd = join(import.meta.dirname, '..')
const files = (patterns: readonly string[]) => globSync([...patterns], { cwd })

test('every feature that asks the database has a test on PostgreSQL', () => {
  const asking = globSync('server/*/**/*.ts', { cwd }).filter(
    (file) => !file.endsWith('.test.ts') && /\bsql`|\bselectFrom\(/.test(readFileSync(join(cwd, file), 'utf8')),
  )
  // server/requests/comments, or server/requests
  const folderOf = (file: string) => file.split('/').slice(0, -1).slice(0, 3).join('/')
  const tested = new Set(files(POSTGRES_TESTS).map(folderOf))
  const folders = new Set(asking.map(folderOf))
  folders.delete('server/testing')
  // Asked for by the tests of suggestions, of notices and of the assistant.
  for (const part of ['ai/similarity', 'notices/notice-mail', 'assistant/figures']) folders.delete(`server/${part}`)
  expect(folders.size).toBeGreaterThan(20)
  expect([...folders].filter((folder) => !tested.has(folder))).toEqual([])
})

test('no pattern has lost its files', () => {
  const bySources = Object.values(BY_SOURCES).flatMap(({ tests, sources }) => [...tests, ...sources])
  for (const pattern of [...POSTGRES_TESTS, ...PGLITE_TESTS, ...bySources])
    expect(files([pattern]), pattern).not.toEqual([])
})
