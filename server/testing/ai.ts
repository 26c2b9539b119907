import type { Ai, EstimateContext, Hit } from '../ai/host/ai.ts'
import { LocalEngine } from '../ai/host/local-engine.ts'
import { LocalIndex } from '../ai/host/local-index.ts'
import { AppError } from '../platform/errors.ts'

/** An unreachable engine: everything except AI must work with it. */
export function brokenAi(): Ai {
  const refuse = () => Promise.reject(new AppError('unavailable', 'The AI engine cannot answer right now.'))
  return {
    classify: refuse,
    estimate: refuse,
    analyze: refuse,
    understand: refuse,
    similar: refuse,
    readDocument: refuse,
    askDocument: refuse,
    train: refuse,
    useNewest: refuse,
    state: () => ({ state: 'down', engine: null, indexed: 0, isTraining: false }),
    close: async () => {},
  }
}

/** After a change of the engine, the first test has to retrain the starting model; the others load it from disk. */
export const LEARNING_MS = 1_200_000

/** The engine without its threads. `similar` finds nothing until `index` has been called. */
export function localAi(): Ai & { index(entries: { id: string; title: string; description: string }[]): void } {
  const engine = new LocalEngine()
  const { stamp } = engine.load({})
  let entries: Parameters<LocalIndex['add']>[0]['entries'] | undefined
  let similarity = new LocalIndex()
  const sent = ({ recent, isOwn, ...context }: EstimateContext) => {
    if (isOwn) return { ...context, own: recent }
    engine.remember({ recent })
    return context
  }
  return {
    index(all) {
      entries = all
      similarity = new LocalIndex()
      similarity.add({ entries })
      similarity.build()
    },
    classify: async (draft, departments) => engine.classify({ draft, departments: departments.all }),
    estimate: async (subject, context) => engine.estimate({ subject, context: sent(context) }),
    analyze: async (subject, context) => engine.analyze({ subject, context: sent(context) }),
    understand: async (question) => engine.understand({ question }),
    similar: async (entry, limit, within) => {
      const hits: Hit[] = entries ? similarity.similar({ entry, limit, within }) : []
      return { ready: entries !== undefined, hits }
    },
    readDocument: async (pages, departments, today, calendar) =>
      engine.readDocument({ pages, departments: departments.all, today, calendar }),
    askDocument: async (pages, question, departments, today, calendar) =>
      engine.askDocument({ pages, question, departments: departments.all, today, calendar }),
    train: async (pages, options) => {
      for await (const page of pages) engine.addTrainingPage(page)
      return engine.train(options)
    },
    useNewest: async () => {},
    state: () => ({ state: 'ready', engine: stamp, indexed: entries?.length ?? 0, isTraining: false }),
    close: async () => {},
  }
}
