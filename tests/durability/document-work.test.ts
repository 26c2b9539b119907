import { expect, test } from 'vitest'
import { runDocumentWorkKills } from './document-work.ts'

test('text extraction resumes after kills, and decisions about proposals and documents persist', async () => {
  const outcome = await runDocumentWorkKills({ kills: 2 })
  expect(outcome.problems).toEqual([])
  expect(outcome.kills).toBe(2)
  expect(outcome.attached).toBeGreaterThan(0)
  expect(outcome.accepted).toBeGreaterThan(0)
})
