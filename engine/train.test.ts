import { expect, test } from 'vitest'
import { classify } from './classify.ts'
import { startingCorpus } from './corpus/corpus.ts'
import type { TrainingExample } from './heads.ts'
import { saveModel } from './model.ts'
import { train, trainHoldingBack } from './train.ts'

const NOTHING = { corpus: [], questions: [], history: [], unit: 'calendar', now: 0 } as const

function example(title: string, department: TrainingExample['department']): TrainingExample {
  return { title, description: '', priority: null, developmentType: null, department }
}

test('what is said of the newest examples comes from models that know nothing as new', () => {
  const older = Array.from({ length: 60 }, (_, at) =>
    at % 2 === 0 ? example(`barrier of gate ${at}`, 'operations') : example(`rate in tariff ${at}`, 'data'),
  )
  // A word and a department that nobody had met before.
  const newest = Array.from({ length: 30 }, (_, at) => example(`firewall rule ${at}`, 'security'))
  const { model, heldBack } = trainHoldingBack([...older, ...newest], NOTHING, 30)
  expect([...heldBack.responsibleDepartment.keys()]).toEqual(newest.map((_, at) => 60 + at))
  expect([...heldBack.responsibleDepartment.values()]).not.toContain('security')
  expect(classify(model, example('firewall rule', null)).responsibleDepartment).toBe('security')
})

test('the newest are answered as by a model that was trained without them', () => {
  const corpus = startingCorpus()
  const examples = corpus.slice(0, 300)
  const { heldBack } = trainHoldingBack(examples, { ...NOTHING, corpus: corpus.slice(300) }, 60)
  const { model } = trainHoldingBack(examples.slice(0, 240), { ...NOTHING, corpus: corpus.slice(300) }, 0)
  const same = examples.slice(240).filter((row, at) => {
    return heldBack.responsibleDepartment.get(240 + at) === classify(model, row).responsibleDepartment
  })
  expect(heldBack.responsibleDepartment.size).toBe(60)
  expect(same.length).toBeGreaterThan(52)
})

test('an example without a label is not answered', () => {
  const examples = Array.from({ length: 40 }, (_, at) =>
    example(at % 2 === 0 ? `gate ${at}` : `tariff ${at}`, at === 38 ? null : at % 2 === 0 ? 'operations' : 'data'),
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
