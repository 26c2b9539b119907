import { expect, test } from 'vitest'
import { trainClassifier } from './classifier.ts'
import { FeatureRows } from './feature-rows.ts'
import { Predictor } from './predictor.ts'
import { fitDecision } from './decide.ts'
import { calibrationError } from './scores.ts'
import { logProbabilities } from './linear.ts'
import { fitLinear } from './fit-linear.ts'
import { pack } from '../pack.ts'
import { generator } from './random.ts'
import type { Sparse } from '../text/sparse.ts'

const FILLER = 'please we need this for the office as soon as it can be done by someone'.split(' ')
const TOPICS = {
  gate: ['truck', 'barrier', 'slot', 'lane', 'driver'],
  tariff: ['rate', 'code', 'chapter', 'heading', 'duty'],
  access: ['password', 'role', 'account', 'token', 'rights'],
}

/** Texts of one topic with words of the others mixed in. */
function texts(count: number, noise: number, seed: number) {
  const random = generator(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const names = Object.keys(TOPICS) as (keyof typeof TOPICS)[]
  return Array.from({ length: count }, (_, i) => {
    const topic = names[i % 3]!
    const words = Array.from({ length: 8 }, () =>
      random() < 0.4 ? pick(TOPICS[random() < noise ? pick(names) : topic]) : pick(FILLER),
    )
    return { title: words.slice(0, 3).join(' '), description: words.slice(3).join(' '), label: names.indexOf(topic) }
  })
}

function labelled(rows: ReturnType<typeof texts>) {
  const features = new FeatureRows()
  for (const row of rows) features.add(row)
  return { texts: features, labels: Int32Array.from(rows, ({ label }) => label), names: Object.keys(TOPICS) }
}

test('logistic regression reaches the optimum of a problem with a known solution', () => {
  // One row of each class with one feature of value 1: by symmetry W = a·(1, −1) with a = strength·(1 − p), p = σ(2a) and no bias.
  const matrix: Sparse = {
    start: Uint32Array.of(0, 1, 2),
    column: Uint32Array.of(0, 1),
    value: Float32Array.of(1, 1),
    columns: 2,
  }
  const options = { strength: 1, passes: 200, tolerance: 1e-9, seed: 1 }
  const model = fitLinear(matrix, Uint32Array.of(0, 1), [0, 1], 2, options)
  const a = model.weights[0]!
  expect(model.weights[1]).toBeCloseTo(-a, 3)
  expect(a).toBeCloseTo(1 - 1 / (1 + Math.exp(-2 * a)), 3)
  const out = new Float32Array(2)
  logProbabilities(model, matrix, 0, out)
  expect(Math.exp(out[0]!) + Math.exp(out[1]!)).toBeCloseTo(1, 5)
})

test('topics are distinguished on unseen texts', () => {
  const predictor = new Predictor(trainClassifier(labelled(texts(300, 0.1, 1))))
  const newTexts = texts(300, 0.1, 2)
  const right = newTexts.filter((row) => predictor.predict(row).named === row.label).length
  expect(right).toBeGreaterThan(250)
})

test('the confidence fitted on folds holds on new texts', () => {
  const predictor = new Predictor(trainClassifier(labelled(texts(600, 0.6, 3))))
  const newTexts = texts(900, 0.6, 4)
  const predictions = newTexts.map((row) => predictor.predict(row))
  const error = calibrationError(
    predictions.map(({ confidence }) => confidence),
    predictions.map(({ named }, i) => named === newTexts[i]!.label),
  )
  expect(error).toBeLessThan(0.08)
})

test('the same rows give the same bytes', () => {
  expect(pack(trainClassifier(labelled(texts(120, 0.3, 5))))).toEqual(
    pack(trainClassifier(labelled(texts(120, 0.3, 5)))),
  )
})

test('a text of unknown words gets at most the class shares', () => {
  const predictor = new Predictor(trainClassifier(labelled(texts(300, 0.1, 6))))
  expect(predictor.predict({ title: 'zzzz qqqq', description: 'vvvv wwww xxxx yyyy' }).confidence).toBeLessThan(0.6)
})

test('each group has its own model and borrows from the others', () => {
  // In the second group the words have another meaning.
  const rows = texts(400, 0.1, 7).map((row, i) => ({
    ...row,
    group: i % 2,
    label: i % 2 === 0 ? row.label : (row.label + 1) % 3,
  }))
  const predictor = new Predictor(
    trainClassifier({ ...labelled(rows), groups: Int32Array.from(rows, ({ group }) => group) }),
  )
  const newTexts = texts(200, 0.1, 8)
  expect(newTexts.filter((row) => predictor.predict(row, 0).named === row.label).length).toBeGreaterThan(150)
  expect(newTexts.filter((row) => predictor.predict(row, 1).named === (row.label + 1) % 3).length).toBeGreaterThan(150)
})

test('no rows, one class, and classes of one row each can be trained on', () => {
  const none = trainClassifier({ texts: new FeatureRows(), labels: new Int32Array(0), names: [] })
  expect(new Predictor(none).predict({ title: 'a', description: '' }).probabilities).toHaveLength(1)
  const one = new FeatureRows()
  one.add({ title: 'only', description: '' })
  const single = new Predictor(trainClassifier({ texts: one, labels: Int32Array.of(0), names: ['x'] }))
  expect(single.predict({ title: 'other', description: '' })).toMatchObject({ named: 0 })
  const many = new FeatureRows()
  for (let i = 0; i < 30; i++) many.add({ title: `word${i}`, description: '' })
  const tiny = new Predictor(
    trainClassifier({
      texts: many,
      labels: Int32Array.from({ length: 30 }, (_, i) => i),
      names: Array.from({ length: 30 }, String),
    }),
  )
  expect(tiny.predict({ title: 'word3', description: '' }).confidence).toBeGreaterThan(0)
})

test('a rare class is named when the likeliest class would always be the same', () => {
  const random = generator(9)
  const rows = 600
  const labels = new Int32Array(rows)
  const probabilities = new Float64Array(rows * 2)
  for (let i = 0; i < rows; i++) {
    labels[i] = random() < 0.12 ? 1 : 0
    const rare = labels[i] === 1 ? 0.2 + 0.2 * random() : 0.3 * random()
    probabilities.set([1 - rare, rare], i * 2)
  }
  const decision = fitDecision(probabilities, labels, 2, 'auto')
  expect(decision.offsets[1]! - decision.offsets[0]!).toBeGreaterThan(0.3)
  expect(fitDecision(probabilities, labels, 2, 'accuracy').offsets).toEqual([0, 0])
})

test('classes named like priorities are balanced, others are not', () => {
  const random = generator(12)
  const rows = texts(500, 0.7, 13).map((row) => ({ ...row, label: random() < 0.8 ? 0 : row.label }))
  const features = () => labelled(rows).texts
  const labels = Int32Array.from(rows, ({ label }) => label)
  const spread = (names: string[]) => {
    const { offsets } = trainClassifier({ texts: features(), labels, names }).decision
    return Math.max(...offsets) - Math.min(...offsets)
  }
  expect(spread(['3 - Medium', '1 - Critical', '2 - High'])).toBeGreaterThan(0)
  expect(spread(['desk', 'field', 'office'])).toBeLessThanOrEqual(spread(['3 - Medium', '1 - Critical', '2 - High']))
})

test('where one label in six is wrong, no confidence says more, and the sure ones are still told from the others', () => {
  const mislabelled = (count: number, seed: number) => {
    const random = generator(seed)
    return texts(count, 0.3, seed).map((row) => ({
      ...row,
      label: random() < 0.25 ? Math.floor(random() * 3) : row.label,
    }))
  }
  const predictor = new Predictor(trainClassifier(labelled(mislabelled(1500, 21))))
  const newTexts = mislabelled(2000, 22)
  const predictions = newTexts.map((row) => predictor.predict(row))
  const right = predictions.map(({ named }, i) => named === newTexts[i]!.label)
  const confidences = predictions.map(({ confidence }) => confidence)
  expect(calibrationError(confidences, right)).toBeLessThan(0.05)
  expect(Math.max(...confidences)).toBeLessThan(0.92)
  expect(confidences.filter((confidence) => confidence > 0.75).length).toBeGreaterThan(newTexts.length / 3)
})

test('validation rows that differ from the rest determine half of the calibration', () => {
  const rows = texts(3600, 0.1, 31).map((row, i) => ({
    ...row,
    isValidation: i >= 3000,
    label: i >= 3000 && i % 2 === 0 ? (row.label + 1) % 3 : row.label,
  }))
  const confident = (validation?: Uint8Array) =>
    trainClassifier({ ...labelled(rows), ...(validation ? { validation } : {}) }).report.accuracy
  expect(confident(Uint8Array.from(rows, (row) => (row.isValidation ? 1 : 0)))).toBeLessThan(confident() + 0.01)
})
