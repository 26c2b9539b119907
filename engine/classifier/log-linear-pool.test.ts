import { expect, test } from 'vitest'
import { poolRow, type OutOfFold } from './log-linear-pool.ts'
import { fitPool } from './fit-pool.ts'
import { generator } from './random.ts'

/** Rows of three classes: one model that is right about the texts, and labels of which a share is random. */
function drawn(rows: number, labelNoise: number, seed: number): OutOfFold {
  const random = generator(seed)
  const classOf = (chances: number[]): number => {
    let x = random()
    const index = chances.findIndex((chance) => (x -= chance) < 0)
    return index < 0 ? chances.length - 1 : index
  }
  const logs = new Float32Array(rows * 3)
  const labels = Int32Array.from({ length: rows }, (_, i) => {
    const raised = Array.from({ length: 3 }, () => Math.exp(8 * random()))
    const whole = raised.reduce((sum, x) => sum + x, 0)
    const chances = raised.map((x) => x / whole)
    logs.set(chances.map(Math.log), i * 3)
    return random() < labelNoise ? Math.floor(random() * 3) : classOf(chances)
  })
  return {
    logs: [logs],
    rows: Uint32Array.from(labels, (_, i) => i),
    labels,
    weights: new Float64Array(rows).fill(1),
    classes: 3,
  }
}

test('label noise is modelled separately, and clear texts stay clear', () => {
  const { powers, labelNoise } = fitPool(drawn(3000, 0.2, 1))
  expect(labelNoise).toBeGreaterThan(0.15)
  expect(labelNoise).toBeLessThan(0.25)
  // The model is right about the texts, so its power is 1 whatever the labels.
  expect(powers[0]).toBeGreaterThan(0.85)
  expect(powers[0]).toBeLessThan(1.15)
})

test('where every label follows from its text there is no label noise', () => {
  const { powers, labelNoise } = fitPool(drawn(3000, 0, 2))
  expect(labelNoise).toBeLessThan(0.02)
  expect(powers[0]).toBeGreaterThan(0.9)
})

test('probabilities add up to 1, and every class gets its share of the label noise', () => {
  const outOfFold = drawn(1000, 0.3, 3)
  const pool = fitPool(outOfFold)
  const out = new Float64Array(3)
  for (let i = 0; i < 100; i++) {
    poolRow(pool, outOfFold.logs, i * 3, out)
    expect(out.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9)
    out.forEach((p, c) => expect(p).toBeGreaterThanOrEqual(pool.labelNoise * pool.classShares[c]!))
  }
})

test('random labels, or a single class, give finite probabilities', () => {
  const blind = drawn(200, 1, 4)
  const alone = { ...drawn(200, 0, 5), labels: new Int32Array(200) }
  for (const outOfFold of [blind, alone]) {
    const out = new Float64Array(3)
    poolRow(fitPool(outOfFold), outOfFold.logs, 0, out)
    expect(out.every((p) => p > 0 && p < 1 + 1e-9)).toBe(true)
  }
})
