import type { EngineStamp } from '../../shared/ai.ts'
import type { Db } from '../database/db.ts'
import type { Ai, Known } from './ai.ts'
import { ENGINE_NAME, ENGINE_VERSION } from '../../engine/version.ts'
import { EngineThread } from './thread.ts'
import type { HistoryRow } from '../../engine/durations/history.ts'
import type { Told } from './calls.ts'
import { likenessIndex } from './similarity-index.ts'
import { newestModel, newestReadableModel } from './stored-models.ts'
import { isStartingModelKept } from './starting-model-file.ts'

/** The first start learns the starting texts; every later one reads what that left on disk. */
const BEGIN_WITHIN_MS = 120_000
const TRAIN_WITHIN_MS = 60 * 60_000
/** Whoever asks after a longer silence waits for the thread to begin, some tenths of a second. */
const IDLE_MS = 5 * 60_000
/** Another process on this database may have trained. */
const LOOK_EVERY_MS = 5_000
/** A start has more urgent things to do. */
const FIRST_LOOK_MS = 500

interface Options {
  db: Db
  log: { error(fields: object, message: string): void }
  idleMs?: number
  lookEveryMs?: number
}

/**
 * The engine in its threads: one answers and one keeps the index of similar requests, both while somebody uses them. A process
 * of its own comes and goes for training. A server that is just starting has none of them.
 */
export function startAi({ db, log, idleMs = IDLE_MS, lookEveryMs = LOOK_EVERY_MS }: Options): Ai {
  /** The stored model in force, 0 the one we start with; undefined before the first look. */
  let inForce: number | undefined
  let stamp: EngineStamp | null = null
  let training: EngineThread | undefined
  let looking: Promise<void> | undefined
  /** What the thread that answers remembers. */
  let recalled: readonly HistoryRow[] | undefined

  const load = async (thread: EngineThread) => {
    // It may be a new thread, which has been told nothing: whoever asks it from now on tells it first.
    recalled = undefined
    const newest = await newestModel(db.read, ENGINE_NAME, ENGINE_VERSION)
    const loaded = await thread.tell('load', { model: newest?.content }, BEGIN_WITHIN_MS).catch((error: unknown) => {
      if (!newest) throw error
      // A stored model that cannot be read must not keep the engine down.
      log.error({ err: error }, 'The stored model cannot be read; the engine starts from its own texts')
      return thread.tell('load', {}, BEGIN_WITHIN_MS)
    })
    inForce = newest?.id ?? 0
    stamp = loaded.stamp
  }
  const answers = new EngineThread({ log, niceness: 0, memoryMb: 512, begin: load, hangsAfterMs: 20_000, idleMs })
  const index = likenessIndex({ db, log })

  /** Takes the model over that was trained last, here or elsewhere. A thread that sleeps reads it when it begins. */
  const look = async () => {
    const newest = await newestReadableModel(db.read, ENGINE_NAME, ENGINE_VERSION)
    const id = newest?.id ?? 0
    if (id === inForce) return
    if (answers.state === 'ready') return load(answers)
    stamp = { name: ENGINE_NAME, version: ENGINE_VERSION, learnedFrom: newest?.lessons ?? 0 }
    // Learning the starting texts takes a while: better now than when somebody waits.
    if (inForce === undefined && id === 0 && !isStartingModelKept()) answers.wake()
    inForce = id
  }
  const lookOnce = () => {
    looking ??= look().finally(() => (looking = undefined))
    return looking
  }
  const lookQuietly = () => void lookOnce().catch(() => undefined)
  const timer = setInterval(lookQuietly, lookEveryMs).unref()
  const firstLook = setTimeout(lookQuietly, Math.min(FIRST_LOOK_MS, lookEveryMs)).unref()

  /** Tells the thread what it does not remember yet; it hears that before the question that follows. */
  const told = ({ recent, ...known }: Known): Told => {
    // One that slept begins anew.
    answers.wake()
    if (recalled !== recent) {
      recalled = recent
      // The question that follows fails in the same way and says so.
      answers.askFirst('recall', { recent }).catch(() => (recalled = undefined))
    }
    return known
  }

  return {
    classify: (draft) => answers.ask('classify', { draft }),
    estimate: (subject, known) => answers.ask('estimate', { subject, known: told(known) }),
    analyze: (subject, known) => answers.ask('analyze', { subject, known: told(known) }),
    understand: (question) => answers.ask('understand', { question }),
    similar(entry, most, within) {
      // Whoever compares wants an estimate or a classification next, which then need not wait for the thread to begin.
      answers.wake()
      return index.find(entry, most, within)
    },
    async train(pages, teaching, signal) {
      const limits = { niceness: 15, memoryMb: 1536, ownProcess: true }
      const thread = new EngineThread({ log, ...limits, hangsAfterMs: TRAIN_WITHIN_MS })
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
    async useNewest() {
      await looking?.catch(() => undefined)
      await lookOnce()
    },
    state: () => ({
      state: answers.state === 'asleep' ? 'ready' : answers.state,
      engine: stamp,
      indexed: index.size(),
      isTraining: training !== undefined,
    }),
    async close() {
      clearInterval(timer)
      clearTimeout(firstLook)
      await looking?.catch(() => undefined)
      await Promise.all([answers.close(), index.close(), training?.close()])
    },
  }
}
