import { expect, test } from 'vitest'
import type { DecidingWord } from '../../shared/ai.ts'
import { trainClassifier } from '../classifier/classifier.ts'
import { decidingWords, marksOf } from './deciding-words.ts'
import { explain, type WordWeight } from './explain.ts'
import { FeatureRows } from '../classifier/feature-rows.ts'
import { Predictor } from '../classifier/predictor.ts'
import { proseOf } from '../text/prose.ts'

/** A draft whose title contains each of these words at its position. */
function draftOf(words: readonly WordWeight[]) {
  let title = ''
  for (const { text, start } of words) title = title.padEnd(start) + text
  return { title, description: '' }
}

const deciding = (words: WordWeight[], about: DecidingWord['about']) => decidingWords(draftOf(words), words, about)

function word(text: string, start: number, weight: number, position: number): WordWeight {
  return { field: 'title', start, end: start + text.length, text, position, weight }
}

test('function words are never shown, however much they weigh', () => {
  const weights = [word('When', 0, 3, 0), word('the', 5, 2, 1), word('gate', 9, 1, 2), word('is', 14, 2, 3)]
  expect(deciding(weights, 'priority').map(({ text }) => text)).toEqual(['gate'])
})

test('ordinals, numbers, times and general verbs are never shown, and nothing is if only they decide', () => {
  const common = ['first', 'refuse', 'acceptance', 'twice', 'Monday', 'refused', 'allows', 'new', 'people', 'twelve']
  expect(
    deciding(
      common.map((text, i) => word(text, i * 12, 1, i * 2)),
      'developmentType',
    ),
  ).toEqual([])
  const weak = [word('refuse', 0, 5, 0), word('manifest', 12, 1, 2)]
  expect(deciding(weak, 'developmentType')).toEqual([])
})

test('code, logs and addresses are never shown', () => {
  const draft = { title: 'See below', description: '```\nencrypt(manifest)\n```\nThe voyage is wrong.' }
  const at = (text: string, position: number): WordWeight => {
    const start = draft.description.indexOf(text)
    return { field: 'description', start, end: start + text.length, text, position, weight: 1 }
  }
  const prose = { title: proseOf(draft.title), description: proseOf(draft.description) }
  const shown = decidingWords(prose, [at('encrypt', 0), at('manifest', 1), at('voyage', 3)], 'developmentType')
  expect(shown.map(({ text }) => text)).toEqual(['voyage'])
})

test('neighbours with weights of the same sign form one expression', () => {
  const weights = [
    word('API', 0, 1, 0),
    word('endpoint', 4, 0.8, 1),
    word('slow', 13, -0.6, 2),
    word('rates', 20, 0.5, 4),
  ]
  expect(deciding(weights, 'developmentType')).toEqual([
    { field: 'title', start: 0, end: 12, text: 'API endpoint', weight: 1, about: 'developmentType' },
    { field: 'title', start: 13, end: 17, text: 'slow', weight: -0.33, about: 'developmentType' },
    { field: 'title', start: 20, end: 25, text: 'rates', weight: 0.28, about: 'developmentType' },
  ])
})

test('a place is marked once, for the suggestion in which it weighs most', () => {
  const both = [
    ...deciding([word('truck', 0, 1, 0), word('lane', 6, 1, 1)], 'responsibleDepartment'),
    ...deciding([word('truck', 0, 0.4, 0), word('outage', 20, 1, 5)], 'priority'),
  ]
  expect(marksOf(both).map(({ text, about }) => `${text} ${about}`)).toEqual([
    'truck lane responsibleDepartment',
    'outage priority',
  ])
})

test('the explained weights equal those of the model', () => {
  const texts = new FeatureRows()
  const drafts = Array.from({ length: 60 }, (_, i) => ({
    title: i % 2 === 0 ? 'open the gate barrier' : 'change the tariff rate',
    description: i % 3 === 0 ? 'userName is shown twice' : 'it is needed',
  }))
  for (const draft of drafts) texts.add(draft)
  const labels = Int32Array.from(drafts, (_, i) => i % 2)
  const predictor = new Predictor(trainClassifier({ texts, labels, names: ['gate', 'tariff'] }))
  const draft = { title: 'the gate barrier', description: 'userName of the gate' }
  const row = predictor.row(draft)
  const prediction = predictor.predictRow(row)
  const total = explain(predictor, draft, row, prediction).reduce((sum, { weight }) => sum + weight, 0)
  // The same sum computed from the weights of the features; facts and marks correspond to no word.
  const { members, pool } = predictor.classifier
  let features = 0
  for (let i = 0; i < row.column.length; i++) {
    members.forEach(({ kind, models }, m) => {
      const model = models[0]
      if (!model || kind === 'bayes') return
      const base = row.column[i]! * model.classes
      const mean = [0, 1].reduce((sum, c) => sum + prediction.probabilities[c]! * model.weights[base + c]!, 0)
      features += pool.powers[m]! * row.value[i]! * (model.weights[base + prediction.named]! - mean)
    })
  }
  const length = 0.15 * Math.abs(features)
  expect(Math.abs(total - features)).toBeLessThan(length)
})
