import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const document = readFileSync('docs/hard-inputs.md', 'utf8')

test('every test that the table of hard inputs names exists', () => {
  const rows = document.split('\n').filter((line) => line.startsWith('| '))
  const named = rows.slice(2).map((row) => [...row.matchAll(/`([^`]+\.test\.tsx?)`((?:,? “[^”]+”)*)/g)])
  expect(named.every((tests) => tests.length > 0)).toBe(true)
  for (const [, file = '', titles = ''] of named.flat()) {
    expect([file, existsSync(file)]).toEqual([file, true])
    const source = readFileSync(file, 'utf8')
    for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g))
      expect([title, source.includes(title)]).toEqual([title, true])
  }
})
