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
  const roomOf = (file: string) => file.split('/')[1]!
  const tested = new Set(files(POSTGRES_TESTS).map(roomOf))
  const rooms = new Set(asking.map(roomOf))
  rooms.delete('testing')
  // Has no tests of its own: those of suggestions ask for similar requests.
  rooms.delete('similarity')
  expect(rooms.size).toBeGreaterThan(20)
  expect([...rooms].filter((room) => !tested.has(room))).toEqual([])
})

test('no pattern has lost its files', () => {
  const bySources = Object.values(BY_SOURCES).flatMap(({ tests, sources }) => [...tests, ...sources])
  for (const pattern of [...POSTGRES_TESTS, ...PGLITE_TESTS, ...bySources])
    expect(files([pattern]), pattern).not.toEqual([])
})
