import type { EngineStamp } from '../shared/ai.ts'
import type { Classifier } from './classifier/classifier.ts'
import { Predictor } from './classifier/predictor.ts'
import type { DurationModel } from './durations/duration-model.ts'
import { HEAD_NAMES, type Head } from './heads.ts'
import { IntentPredictor, type IntentModel, type Understood } from './intents.ts'
import { pack, unpack } from './pack.ts'
import { textOf } from './text/text.ts'
import { ENGINE_NAME, ENGINE_VERSION } from './version.ts'

/** The complete trained state of the engine. */
export interface Model {
  name: string
  version: string
  heads: Record<Head, Classifier>
  /** number of the office's own rows that each head was trained on */
  ownExamples: Record<Head, number>
  intents: IntentModel
  durations: DurationModel
  learnedFrom: number
}

interface Predictors {
  heads: Record<Head, Predictor>
  intents: IntentPredictor
}

/** Derived structures that are costly to build, cached per model. */
const predictors = new WeakMap<Model, Predictors>()

export function predictorsOf(model: Model): Predictors {
  let known = predictors.get(model)
  if (!known) {
    const heads = Object.fromEntries(HEAD_NAMES.map((head) => [head, new Predictor(model.heads[head])]))
    // Complete: the line above creates one for each name.
    known = { heads: heads as Record<Head, Predictor>, intents: new IntentPredictor(model.intents) }
    predictors.set(model, known)
  }
  return known
}

export function stampOf(model: Model): EngineStamp {
  return { name: model.name, version: model.version, learnedFrom: model.learnedFrom }
}

/** The question that is meant; `oos` when it is none of ours. */
export function answerIntent(model: Model, question: string): Understood {
  return predictorsOf(model).intents.understand(textOf(question))
}

export function saveModel(model: Model): Uint8Array {
  return pack(model)
}

/** @throws Error when the bytes are not a model of this engine version */
export function loadModel(bytes: Uint8Array): Model {
  const model = unpack(bytes) as Model
  if (model.name !== ENGINE_NAME || model.version !== ENGINE_VERSION) {
    throw new Error(`a model of ${ENGINE_NAME} ${ENGINE_VERSION} was expected, this is ${model.name} ${model.version}`)
  }
  return model
}
