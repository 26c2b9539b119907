import { expect, test } from 'vitest'
import { similarPairs } from './similar-pairs.ts'

test('the set has 300 pairs, each with a stored request, and no draft is in both halves', () => {
  const { entries, pairs } = similarPairs()
  const ids = new Set(entries.map(({ id }) => id))
  expect(ids.size).toBe(entries.length)
  expect(pairs).toHaveLength(300)
  expect(pairs.every(({ of }) => ids.has(of))).toBe(true)
  const halves = [0, 1].map(
    (half) => new Set(pairs.flatMap((pair) => (Number(pair.half === 'held out') === half ? pair.of : []))),
  )
  expect([...halves[0]!].filter((of) => halves[1]!.has(of))).toEqual([])
  const counts = Object.groupBy(pairs, ({ kind }) => kind)
  expect(Object.fromEntries(Object.entries(counts).map(([kind, list]) => [kind, list.length]))).toEqual({
    exact: 32,
    light: 57,
    plain: 81,
    strong: 47,
    form: 32,
    near: 51,
  })
})
