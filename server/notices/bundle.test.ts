import { expect, test } from 'vitest'
import { bundle } from './bundle.ts'

const at = (second: number, count = 1) => ({ at: new Date(Date.UTC(2026, 2, 10, 9, 0, second)).toISOString(), count })
const join = (several: readonly { at: string; count: number }[]) => ({
  at: several.at(-1)!.at,
  count: several.reduce((sum, { count }) => sum + count, 0),
})
const counts = (seconds: number[], before: ReturnType<typeof at>[] = []) =>
  bundle([...before, ...seconds.map((second) => at(second))], join).map(({ count }) => count)

test('three within a minute stay single, four become one', () => {
  expect(counts([0, 10, 20])).toEqual([1, 1, 1])
  expect(counts([0, 10, 20, 60])).toEqual([4])
  expect(counts([0, 10, 20, 61])).toEqual([1, 1, 1, 1])
})

test('a bundle takes in what follows within a minute of its last, and what comes later begins anew', () => {
  expect(counts([0, 0, 0, 0, 50, 110, 171])).toEqual([6, 1])
  expect(counts([30, 200], [at(0, 12)])).toEqual([13, 1])
})

test('it does not matter at which points the notices are bundled', () => {
  const seconds = [0, 5, 20, 61, 62, 63, 64, 200, 201, 202, 259, 300]
  const whole = counts(seconds)
  for (let i = 0; i <= seconds.length; i++) {
    const before = bundle(
      seconds.slice(0, i).map((second) => at(second)),
      join,
    )
    expect(counts(seconds.slice(i), before)).toEqual(whole)
  }
})
