import type { EngineStamp } from '../shared/ai.ts'
import type { Classifier } from './classifier/classifier.ts'
import { Reader } from './classifier/reader.ts'
import type { DurationModel } from './durations/duration-model.ts'
import { HEAD_NAMES, type Head } from './heads.ts'
import { IntentReader, type IntentModel, type Understood } from './intents.ts'
import { pack, unpack } from './pack.ts'
import { textOf } from './text/text.ts'
import { ENGINE_NAME, ENGINE_VERSION } from './version.ts'

/** All that the engine has learnt. */
export interface Model {
  name: string
  version: string
  heads: Record<Head, Classifier>
  /** the office's own rows that each head learnt from */
  ownExamples: Record<Head, number>
  intents: IntentModel
  durations: DurationModel
  learnedFrom: number
}

interface Readers {
  heads: Record<Head, Reader>
  intents: IntentReader
}

/** The costly parts that are built from a model once, while it lives. */
const readers = new WeakMap<Model, Readers>()

export function readersOf(model: Model): Readers {
  let known = readers.get(model)
  if (!known) {
    const heads = Object.fromEntries(HEAD_NAMES.map((head) => [head, new Reader(model.heads[head])]))
    // One for each name, by the line above.
    known = { heads: heads as Record<Head, Reader>, intents: new IntentReader(model.intents) }
    readers.set(model, known)
  }
  return known
}

export function stampOf(model: Model): EngineStamp {
  return { name: model.name, version: model.version, learnedFrom: model.learnedFrom }
}

/** Which question is meant; `oos` when none of ours. */
export function answerIntent(model: Model, question: string): Understood {
  return readersOf(model).intents.understand(textOf(question))
}

export function saveModel(model: Model): Uint8Array {
  return pack(model)
}

/** @throws Error when the bytes are no model of this engine's version */
export function loadModel(bytes: Uint8Array): Model {
  const model = unpack(bytes) as Model
  if (model.name !== ENGINE_NAME || model.version !== ENGINE_VERSION) {
    throw new Error(`a model of ${ENGINE_NAME} ${ENGINE_VERSION} was expected, this is ${model.name} ${model.version}`)
  }
  return model
}
