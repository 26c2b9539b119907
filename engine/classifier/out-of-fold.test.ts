import { expect, test } from 'vitest'
import { trainClassifier } from './classifier.ts'
import { FeatureRows } from './feature-rows.ts'
import { logProbabilitiesOf } from './ensemble.ts'
import { generator } from './random.ts'
import { Predictor } from './predictor.ts'
import { predictOutOfFold, weighRows } from './out-of-fold.ts'

const SIZE = { minRows: 1, maxFeatures: 1000, characters: 0.8 }

test('the predictions of a fold equal those of a model that has never seen its test rows', () => {
  const random = generator(3)
  const word = (count: number) => `w${Math.floor(count * random())}`
  const rows = Array.from({ length: 60 }, (_, i) => ({
    title: i % 2 === 0 ? 'gate' : 'tariff',
    // Many words that occur in one row only, as in new texts.
    description: Array.from({ length: 12 }, () => word(400)).join(' '),
    label: i % 2,
  }))
  const labels = Int32Array.from(rows, ({ label }) => label)
  const all = new FeatureRows()
  for (const row of rows) all.add(row)
  const train = Uint32Array.from({ length: 50 }, (_, i) => i)
  const testRows = Uint32Array.from({ length: 10 }, (_, i) => 50 + i)
  const kinds = [
    { kind: 'linear' as const, own: false },
    { kind: 'bayes' as const, own: false },
  ]
  const rest = { labels, classes: 2, groups: undefined, groupCount: 1, seed: 1, rowWeights: undefined }
  const { logs } = predictOutOfFold([{ train, test: testRows, weight: 1 }], kinds, 6, 2, (known) => ({
    ...rest,
    matrix: weighRows(all, SIZE, known).matrix,
  }))

  const apart = new FeatureRows()
  for (const row of rows.slice(0, 50)) apart.add(row)
  const classifier = trainClassifier(
    { texts: apart, labels: labels.slice(0, 50), names: ['a', 'b'] },
    { strengths: [6] },
  )
  const predictor = new Predictor(classifier)
  for (const [i, row] of rows.slice(50).entries()) {
    classifier.members.forEach((member, m) => {
      const out = new Float32Array(2)
      logProbabilitiesOf(member, predictor.row(row), 0, 0, out, 0)
      expect(Math.abs(out[0]! - logs[m]![i * 2]!), `${member.kind}, row ${50 + i}`).toBeLessThan(1e-3)
    })
  }
})
