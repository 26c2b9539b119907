import type { EngineStamp } from '../../shared/ai.ts'
import type { Db } from '../database/db.ts'
import type { Ai } from './ai.ts'
import { ENGINE_NAME, ENGINE_VERSION } from './engine/engine.ts'
import { EngineThread } from './engine-thread.ts'
import { likenessIndex } from './likeness-index.ts'
import { newestModel } from './queries.ts'

/** The first start learns the starting texts; every later one reads what that left on disk. */
const BEGIN_WITHIN_MS = 120_000
const TRAIN_WITHIN_MS = 20 * 60_000

interface Options {
  db: Db
  log: { error(fields: object, message: string): void }
}

/** Starts the engine: one thread answers, one keeps the index of similar requests, and one more comes and goes for training. */
export function startAi({ db, log }: Options): Ai {
  let stamp: EngineStamp | null = null
  let model: Uint8Array | undefined
  let training: EngineThread | undefined
  const load = async (thread: EngineThread) => {
    if (!model) model = await newestModel(db.read, ENGINE_NAME, ENGINE_VERSION)
    const loaded = await thread.tell('load', { model }, BEGIN_WITHIN_MS).catch((error: unknown) => {
      if (!model) throw error
      // A stored model that cannot be read must not keep the engine down.
      log.error({ err: error }, 'The stored model cannot be read; the engine starts from its own texts')
      return thread.tell('load', {}, BEGIN_WITHIN_MS)
    })
    ;({ stamp, model } = loaded)
  }
  const answers = new EngineThread({ log, niceness: 0, memoryMb: 512, begin: load, hangsAfterMs: 20_000 })
  const index = likenessIndex({ db, log })

  return {
    classify: (draft, known) => answers.ask('classify', { draft, known }),
    analyze: (subject, known) => answers.ask('analyze', { subject, known }),
    understand: (question) => answers.ask('understand', { question }),
    similar: (entry, most, within) => index.find(entry, most, within),
    async train(pages, teaching, signal) {
      const thread = new EngineThread({ log, niceness: 15, memoryMb: 1536, hangsAfterMs: TRAIN_WITHIN_MS })
      training = thread
      const stop = () => void thread.close()
      signal.addEventListener('abort', stop)
      try {
        signal.throwIfAborted()
        for await (const page of pages) await thread.ask('gather', page)
        return await thread.ask('teach', teaching, TRAIN_WITHIN_MS)
      } finally {
        signal.removeEventListener('abort', stop)
        training = undefined
        await thread.close()
      }
    },
    async use(trained) {
      model = trained
      ;({ stamp } = await answers.ask('load', { model: trained }))
    },
    state: () => ({ state: answers.state, engine: stamp, indexed: index.size(), isTraining: training !== undefined }),
    presentModel: () => model,
    async close() {
      await Promise.all([answers.close(), index.close(), training?.close()])
    },
  }
}
