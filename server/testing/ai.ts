import type { Ai, Hit } from '../engine/ai.ts'
import { createEngine } from '../engine/calls.ts'
import { AppError } from '../errors.ts'

/** An engine that cannot be reached: everything that isn't AI must work with it. */
export function brokenAi(): Ai {
  const refuse = () => Promise.reject(new AppError('unavailable', 'The AI engine cannot answer right now.'))
  return {
    classify: refuse,
    estimate: refuse,
    analyze: refuse,
    understand: refuse,
    similar: refuse,
    train: refuse,
    useNewest: refuse,
    state: () => ({ state: 'down', engine: null, indexed: 0, isTraining: false }),
    close: async () => {},
  }
}

/** After a change of the engine the first test learns the starting model anew; the others find it on disk. */
export const LEARNING_MS = 300_000

/** The engine without its threads. `index` says what is like what; nothing is until it has been called. */
export function localAi(): Ai & { index(entries: { id: string; title: string; description: string }[]): void } {
  const engine = createEngine()
  const { stamp } = engine.load({})
  let entries: Parameters<typeof engine.add>[0]['entries'] | undefined
  let likeness = createEngine()
  return {
    index(all) {
      entries = all
      likeness = createEngine()
      likeness.add({ entries })
      likeness.build({})
    },
    classify: async (draft) => engine.classify({ draft }),
    estimate: async (subject, known) => {
      engine.recall(known)
      return engine.estimate({ subject, known })
    },
    analyze: async (subject, known) => {
      engine.recall(known)
      return engine.analyze({ subject, known })
    },
    understand: async (question) => engine.understand({ question }),
    similar: async (entry, most, within) => {
      const hits: Hit[] = entries ? likeness.similar({ entry, most, within }) : []
      return { ready: entries !== undefined, hits }
    },
    train: async (pages, teaching) => {
      for await (const page of pages) engine.gather(page)
      return engine.teach(teaching)
    },
    useNewest: async () => {},
    state: () => ({ state: 'ready', engine: stamp, indexed: entries?.length ?? 0, isTraining: false }),
    close: async () => {},
  }
}
