import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { startingCorpus, startingQuestions } from './corpus/corpus.ts'
import { loadModel, type Model, saveModel, train } from './engine/engine.ts'

const KEPT_IN = new URL('../../.cache/ai/', import.meta.url)
const MADE_FROM = ['./engine/', './corpus/'].map((folder) => new URL(folder, import.meta.url))

/**
 * The model that every office starts with. Learning it takes seconds, so it is kept on disk until the engine or the corpus
 * changes; where nothing can be written it is learnt at every start.
 */
export function startingModel(): Model {
  const kept = new URL(`${fingerprint()}.model`, KEPT_IN)
  if (existsSync(kept)) {
    try {
      return loadModel(readFileSync(kept))
    } catch {
      // A damaged file is as good as none: it is written anew.
    }
  }
  const model = train([], {
    corpus: startingCorpus(),
    questions: startingQuestions(),
    history: [],
    unit: 'calendar',
    now: 0,
  })
  keep(kept, saveModel(model))
  return model
}

function keep(file: URL, content: Uint8Array): void {
  try {
    mkdirSync(KEPT_IN, { recursive: true })
    for (const old of readdirSync(KEPT_IN)) if (old.endsWith('.model')) rmSync(new URL(old, KEPT_IN), { force: true })
    // Under a name of our own first: another process may be at the same.
    const own = new URL(`${randomUUID()}.part`, KEPT_IN)
    writeFileSync(own, content)
    renameSync(own, file)
  } catch {
    // A read-only installation works without.
  }
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const folder of MADE_FROM) {
    for (const name of readdirSync(folder).sort()) {
      if (!name.includes('.test.') && !name.startsWith('golden'))
        hash.update(name).update(readFileSync(new URL(name, folder)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}
