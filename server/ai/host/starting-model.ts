import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { startingCorpus, startingQuestions } from '../../../engine/corpus/corpus.ts'
import { loadModel, type Model, saveModel } from '../../../engine/model.ts'
import { train } from '../../../engine/train.ts'
import { CACHE_DIR, startingModelFile } from './starting-model-file.ts'

/**
 * The model that every office starts with. Learning it takes seconds, so it is cached on disk until the engine or the corpus
 * changes; on a read-only disk it is learnt at every start.
 */
export function startingModel(): Model {
  const file = startingModelFile()
  if (existsSync(file)) {
    try {
      return loadModel(readFileSync(file))
    } catch {
      // A damaged file is replaced.
    }
  }
  const model = train([], {
    corpus: startingCorpus(),
    questions: startingQuestions(),
    history: [],
    unit: 'calendar',
    now: 0,
  })
  keep(file, saveModel(model))
  return model
}

function keep(file: URL, content: Uint8Array): void {
  try {
    mkdirSync(CACHE_DIR, { recursive: true })
    for (const old of readdirSync(CACHE_DIR))
      if (old.endsWith('.model')) rmSync(new URL(old, CACHE_DIR), { force: true })
    // Written under a unique name and renamed: another process may be writing the same file.
    const own = new URL(`${randomUUID()}.part`, CACHE_DIR)
    writeFileSync(own, content)
    renameSync(own, file)
  } catch {
    // A read-only installation works without the cache.
  }
}
