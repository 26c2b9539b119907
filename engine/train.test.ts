import { expect, test } from 'vitest'
import { Departments, FIRST_DEPARTMENTS } from '../shared/departments.ts'
import { classify } from './classify.ts'
import { startingCorpus } from './corpus/corpus.ts'
import type { TrainingExample } from './heads.ts'
import { saveModel } from './model.ts'
import { train, trainHoldingBack } from './train.ts'

const NOTHING = { corpus: [], questions: [], history: [], unit: 'calendar', now: 0 } as const

function example(title: string, department: TrainingExample['department']): TrainingExample {
  return { title, description: '', priority: null, developmentType: null, department }
}

test('the newest examples are predicted by models that know nothing as new', () => {
  const older = Array.from({ length: 60 }, (_, i) =>
    i % 2 === 0 ? example(`barrier of gate ${i}`, 'operations') : example(`rate in tariff ${i}`, 'data'),
  )
  // A word and a department that have not occurred before.
  const newest = Array.from({ length: 30 }, (_, i) => example(`firewall rule ${i}`, 'security'))
  const { model, heldBack } = trainHoldingBack([...older, ...newest], NOTHING, 30)
  expect([...heldBack.responsibleDepartment.keys()]).toEqual(newest.map((_, i) => 60 + i))
  expect([...heldBack.responsibleDepartment.values()]).not.toContain('security')
  expect(classify(model, example('firewall rule', null)).responsibleDepartment).toBe('security')
})

test('the newest examples are predicted as by a model that was trained without them', () => {
  const corpus = startingCorpus()
  const examples = corpus.slice(0, 300)
  const { heldBack } = trainHoldingBack(examples, { ...NOTHING, corpus: corpus.slice(300) }, 60)
  const { model } = trainHoldingBack(examples.slice(0, 240), { ...NOTHING, corpus: corpus.slice(300) }, 0)
  const same = examples.slice(240).filter((row, i) => {
    return heldBack.responsibleDepartment.get(240 + i) === classify(model, row).responsibleDepartment
  })
  expect(heldBack.responsibleDepartment.size).toBe(60)
  expect(same.length).toBeGreaterThan(52)
})

test('an example without a label is not predicted', () => {
  const examples = Array.from({ length: 40 }, (_, i) =>
    example(i % 2 === 0 ? `gate ${i}` : `tariff ${i}`, i === 38 ? null : i % 2 === 0 ? 'operations' : 'data'),
  )
  const { heldBack, model } = trainHoldingBack(examples, NOTHING, 4)
  expect([...heldBack.responsibleDepartment.keys()]).toEqual([36, 37, 39])
  expect(heldBack.priority.size).toBe(0)
  expect(model.ownExamples).toEqual({ priority: 0, developmentType: 0, responsibleDepartment: 39 })
})

test('the same decisions make the same model, byte for byte', () => {
  const examples = startingCorpus().slice(0, 150)
  const [one, other] = [1, 2].map(() => saveModel(train(examples, { ...NOTHING, questions: [] })))
  expect(Buffer.compare(one!, other!)).toBe(0)
})

test('a department of the office is suggested once people have decided for it', () => {
  const known = Array.from({ length: 60 }, (_, i) =>
    i % 2 === 0 ? example(`barrier of gate ${i}`, 'operations') : example(`rate in tariff ${i}`, 'data'),
  )
  const decided = (count: number) => Array.from({ length: count }, (_, i) => example(`court hearing ${i}`, 'legal'))
  const draft = example('court hearing', null)
  const unknown = classify(train([...known, ...decided(2)], NOTHING), draft)
  expect(namedIn(unknown)).not.toContain('legal')
  const model = train([...known, ...decided(30)], NOTHING)
  expect(classify(model, draft).responsibleDepartment).toBe('legal')

  const departments = new Departments([
    ...FIRST_DEPARTMENTS.all,
    { key: 'legal', name: 'Legal', retiredAt: null, successor: null },
  ])
  const { reasoning, fields } = classify(model, draft, departments)
  expect(reasoning).toContain('For Legal (')
  const [{ probability }] = [fields.responsibleDepartment]
  const all = [probability, ...fields.responsibleDepartment.alternatives.map((other) => other.probability)]
  expect(all.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 1)
})

test('a retired department is never suggested: its successor is, or it is left out', () => {
  const examples = Array.from(
    { length: 90 },
    (_, i) =>
      [
        example(`barrier of gate ${i}`, 'operations'),
        example(`rate in tariff ${i}`, 'data'),
        example(`court ${i}`, 'legal'),
      ][i % 3]!,
  )
  const model = train(examples, NOTHING)
  const draft = example('court', null)
  const retired = (successor: string | null) =>
    new Departments([
      ...FIRST_DEPARTMENTS.all,
      { key: 'legal', name: 'Legal', retiredAt: '2026-03-10T09:00:00.000Z', successor },
    ])
  const followed = classify(model, draft, retired('compliance'))
  expect(followed.responsibleDepartment).toBe('compliance')
  expect(followed.reasoning).toContain('For Compliance (')
  expect(namedIn(followed)).not.toContain('legal')
  const [sure, left] = [classify(model, draft), classify(model, draft, retired(null))]
  expect(namedIn(left)).not.toContain('legal')
  // What the model gave to the retired department makes no other one more certain.
  const { probability, certain } = left.fields.responsibleDepartment
  expect([sure.responsibleDepartment, certain]).toEqual(['legal', false])
  expect(probability).toBeLessThanOrEqual(1 - sure.fields.responsibleDepartment.probability + 0.01)
  const chain = new Departments([
    { key: 'legal', name: 'Legal', retiredAt: '2026-03-10T09:00:00.000Z', successor: 'compliance' },
    { key: 'compliance', name: 'Compliance', retiredAt: '2026-03-10T09:00:00.000Z', successor: 'audit' },
    { key: 'audit', name: 'Audit', retiredAt: null, successor: null },
  ])
  // Nothing else of the model's knowledge remains: one department, and no choice.
  const only = classify(model, draft, chain)
  expect([only.responsibleDepartment, namedIn(only)]).toEqual(['audit', ['audit']])
})

function namedIn({ fields: { responsibleDepartment: field } }: ReturnType<typeof classify>): string[] {
  return [field.value, ...field.alternatives.map(({ value }) => value)]
}
