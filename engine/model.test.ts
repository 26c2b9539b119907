import { expect, test } from 'vitest'
import { classify } from './classify.ts'
import { answerIntent, loadModel, saveModel } from './model.ts'
import { smallModel } from './testing/small-model.ts'

const NOW = Date.UTC(2026, 10, 20)
const model = smallModel(NOW)

const DRAFT = { title: 'Public API endpoint for tariff rates', description: 'Brokers call it with a code and a date.' }

test('a stored model answers exactly like the original', () => {
  const loaded = loadModel(saveModel(model))
  expect(classify(loaded, DRAFT)).toEqual(classify(model, DRAFT))
  expect(answerIntent(loaded, 'how do I cancel?')).toEqual(answerIntent(model, 'how do I cancel?'))
  expect(saveModel(loaded)).toEqual(saveModel(model))
})

test('truncated bytes and models of another version are rejected', () => {
  const bytes = saveModel(model)
  expect(() => loadModel(bytes.subarray(0, bytes.length - 100))).toThrow('cut off')
  expect(() => loadModel(new Uint8Array(2))).toThrow('not a model')
  expect(() => loadModel(saveModel({ ...model, version: '0.1' }))).toThrow('0.1')
})
