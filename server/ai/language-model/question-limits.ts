import { currentCaller } from '../../platform/fairness/caller.ts'
import { callsOn, limitReached, today } from './daily-calls.ts'
import type { Deps } from './deps.ts'
import type { NoAnswer } from './failure.ts'
import { modelNote, type SkipReason } from './notes.ts'
import type { LanguageModelSetup } from './settings.ts'

/** A running question. */
interface Running {
  /** null for work in the background */
  person: string | null
}

const MAX_CONCURRENT = 16
/** Concurrent questions of one person, so that the others get their share. */
const MAX_PER_CALLER = 4

/** Limits the questions that run at once, and those of a day. */
export class QuestionLimits {
  readonly #deps: Deps
  readonly #running = new Set<Running>()
  /** the running ones that count towards today's limit and are not stored yet */
  readonly #asking = new Set<Running>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Runs `ask` unless a limit is reached. */
  async admit<T>(setup: LanguageModelSetup, ask: () => Promise<T>): Promise<T | NoAnswer> {
    const person = currentCaller()?.key ?? null
    const own = [...this.#running].filter((one) => one.person === person).length
    if (this.#running.size >= MAX_CONCURRENT || own >= MAX_PER_CALLER) return { note: modelNote('crowded') }
    const running = { person }
    this.#running.add(running)
    try {
      const limit = await this.#reserveDailyQuota(setup, running)
      return limit ? { note: modelNote(limit) } : await ask()
    } finally {
      this.#running.delete(running)
      this.#asking.delete(running)
    }
  }

  /**
   * Counts a question towards today's limit unless the limit is reached. Retries, and running questions of other
   * processes, count once they are stored.
   */
  async #reserveDailyQuota(setup: LanguageModelSetup, running: Running): Promise<SkipReason | undefined> {
    if (setup.callsPerDay !== null || setup.callsPerPersonPerDay !== null) {
      // A question that ends during the read may or may not be in the result, so it is counted.
      const before = new Set(this.#asking)
      const calls = await callsOn(this.#deps.db.read, await today(this.#deps), running.person)
      const underWay = [...new Set([...before, ...this.#asking])].map(({ person }) => person)
      const limit = limitReached(setup, calls, running.person, underWay)
      if (limit) return limit
    }
    this.#asking.add(running)
    return undefined
  }
}
