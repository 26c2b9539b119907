import { expect, test } from 'vitest'
import { calibrationError } from './classifier/scores.ts'
import { stratifiedFolds } from './classifier/random.ts'
import { startingQuestions } from './corpus/corpus.ts'
import { goldenQuestions } from '../lab/golden-set.ts'
import { IntentPredictor, NONE } from './intents.ts'
import { trainIntents } from './train-intents.ts'

test('the confidence of an understood question is calibrated', () => {
  const questions = [...startingQuestions(), ...goldenQuestions()].filter(({ label }) => label !== NONE)
  const names = [...new Set(questions.map(({ label }) => label))]
  const fold = stratifiedFolds(
    questions.map(({ label }) => names.indexOf(label)),
    5,
  )
  const answers = [0, 1, 2, 3, 4].flatMap((k) => {
    const predictor = new IntentPredictor(trainIntents(questions.filter((_, i) => fold[i] !== k)))
    const held = questions.filter((_, i) => fold[i] === k)
    return held.map((question) => ({ question, ...predictor.understand(question.text) }))
  })
  const understood = answers.filter(({ label }) => label !== NONE)
  const right = understood.map(({ label, question }) => label === question.label)
  const confidences = understood.map(({ confidence }) => confidence)
  expect(understood.length).toBeGreaterThan(questions.length / 3)
  expect(calibrationError(confidences, right)).toBeLessThan(0.07)
  // The former method: confidence falls with the unfamiliarity of the question, whatever the classifier says.
  const halved = understood.map(
    ({ alternatives, outOfScopeProbability }) => alternatives[0]!.probability * (1 - outOfScopeProbability / 2),
  )
  expect(calibrationError(confidences, right)).toBeLessThan(calibrationError(halved, right))
})
