import { expect, test } from 'vitest'
import { blendRow, fitBlend, type Unseen } from './log-linear-pool.ts'
import { generator } from '../random.ts'

/** Rows of three classes: one model that is right about the texts, and labels of which a share is drawn blindly. */
function drawn(rows: number, stray: number, seed: number): Unseen {
  const random = generator(seed)
  const classOf = (chances: number[]): number => {
    let x = random()
    const found = chances.findIndex((chance) => (x -= chance) < 0)
    return found < 0 ? chances.length - 1 : found
  }
  const logs = new Float32Array(rows * 3)
  const labels = Int32Array.from({ length: rows }, (_, i) => {
    const raised = Array.from({ length: 3 }, () => Math.exp(8 * random()))
    const whole = raised.reduce((sum, x) => sum + x, 0)
    const chances = raised.map((x) => x / whole)
    logs.set(chances.map(Math.log), i * 3)
    return random() < stray ? Math.floor(random() * 3) : classOf(chances)
  })
  return { logs: [logs], labels, weights: new Float64Array(rows).fill(1), classes: 3 }
}

test('labels that follow no text are counted apart, and clear texts stay clear', () => {
  const { powers, stray } = fitBlend(drawn(3000, 0.2, 1))
  expect(stray).toBeGreaterThan(0.15)
  expect(stray).toBeLessThan(0.25)
  // The model was right about the texts: its own power is 1 whatever the labels.
  expect(powers[0]).toBeGreaterThan(0.85)
  expect(powers[0]).toBeLessThan(1.15)
})

test('where every label follows from its text none is called stray', () => {
  const { powers, stray } = fitBlend(drawn(3000, 0, 2))
  expect(stray).toBeLessThan(0.02)
  expect(powers[0]).toBeGreaterThan(0.9)
})

test('probabilities share out one certainty and leave every class what stray labels are worth', () => {
  const unseen = drawn(1000, 0.3, 3)
  const blend = fitBlend(unseen)
  const out = new Float64Array(3)
  for (let i = 0; i < 100; i++) {
    blendRow(blend, unseen.logs, i * 3, out)
    expect(out.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9)
    out.forEach((p, c) => expect(p).toBeGreaterThanOrEqual(blend.stray * blend.shares[c]!))
  }
})

test('labels that follow nothing at all, and one class alone, leave finite probabilities', () => {
  const blind = drawn(200, 1, 4)
  const alone = { ...drawn(200, 0, 5), labels: new Int32Array(200) }
  for (const unseen of [blind, alone]) {
    const out = new Float64Array(3)
    blendRow(fitBlend(unseen), unseen.logs, 0, out)
    expect(out.every((p) => p > 0 && p < 1 + 1e-9)).toBe(true)
  }
})
