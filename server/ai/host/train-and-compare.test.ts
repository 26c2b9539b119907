import { expect, test } from 'vitest'
import { saveModel } from '../../../engine/model.ts'
import { train } from '../../../engine/train.ts'
import type { TrainingExample } from '../../../engine/heads.ts'
import { LEARNING_MS } from '../../testing/ai.ts'
import { startingModel } from './starting-model.ts'
import { trainAndCompare } from './train-and-compare.ts'

const SUBJECTS = { operations: 'barrier lane truck', data: 'rate chapter heading', security: 'password token rights' }
const NAMES = Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[]

/** Requests of three subjects, each labelled with the department `shift` places after the right one. */
function decided(count: number, shift: number): TrainingExample[] {
  return Array.from({ length: count }, (_, i) => ({
    title: `${SUBJECTS[NAMES[i % 3]!]} ${i}`,
    description: 'Please look at it.',
    priority: null,
    developmentType: null,
    department: NAMES[(i + shift) % 3]!,
  }))
}

test(
  'a model that has learned from wrong decisions is not as good as the present one on the newest, and says so',
  () => {
    const options = { corpus: [], questions: startingModel().intents, history: [], unit: 'calendar' as const, now: 0 }
    const present = saveModel(train(decided(90, 0), options))
    const training = { unit: 'calendar' as const, now: 0, present }
    const wrong = trainAndCompare({ examples: [...decided(144, 1), ...decided(36, 0)], history: [] }, training)
    expect(wrong.scores.responsibleDepartment.before).toBeGreaterThan(0.9)
    expect(wrong.scores.responsibleDepartment.accuracy).toBeLessThan(0.5)
    expect(wrong.isBetterOrEqual).toBe(false)
    const right = trainAndCompare({ examples: decided(180, 0), history: [] }, training)
    expect(right.scores.responsibleDepartment.asked).toBe(36)
    expect(right.isBetterOrEqual).toBe(true)
  },
  LEARNING_MS,
)
