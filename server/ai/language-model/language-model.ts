import { z } from 'zod'
import type { AiSettings, AiSettingsTested } from '../../../shared/settings.ts'
import type { EngineStamp } from '../../../shared/ai.ts'
import { getLanguageModelSetup, type LanguageModelSetup } from './settings.ts'
import { coalesceCalls } from '../../platform/database/coalesce-calls.ts'
import { AppError } from '../../platform/errors.ts'
import type { Deps } from './deps.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { explain, isEndpointFailure, ModelFailure, type NoAnswer } from './failure.ts'
import { maskOf, type Mask } from './mask.ts'
import { ModelClient, type ModelTask, nameOf } from './model-client.ts'
import { modelNote } from './notes.ts'
import { QuestionLimits } from './question-limits.ts'

const LANGUAGE_MODEL = 'language-model'

export interface ModelAnswer<T> {
  answer: T
  stamp: EngineStamp
  mask: Mask
}

/** Asks a language model over the network, where one is set up. Every answer returned has passed its contract. */
export class LanguageModel {
  readonly #db: Deps['db']
  /** Shared by concurrent callers, which would otherwise use up the connections that lists are read over. */
  readonly #setup: () => Promise<LanguageModelSetup>
  readonly #breaker: CircuitBreaker
  readonly #client: ModelClient
  readonly #limits: QuestionLimits

  constructor(deps: Deps) {
    this.#db = deps.db
    this.#setup = coalesceCalls(() => getLanguageModelSetup(deps))
    this.#breaker = new CircuitBreaker(deps.clock)
    this.#client = new ModelClient(deps)
    this.#limits = new QuestionLimits(deps)
  }

  /** @returns the configured model name; null while everything stays on this machine */
  async inUse(): Promise<string | null> {
    const setup = await this.#setup()
    return isReady(setup) ? setup.model : null
  }

  stateOf(setup: LanguageModelSetup): AiSettings['state'] {
    if (setup.keepLocal) return 'kept-local'
    if (!isReady(setup)) return 'not-set-up'
    return this.#breaker.isOpen(nameOf(setup)) ? 'resting' : 'on'
  }

  /** @returns null when everything stays on this machine: nothing is set up, or an administrator keeps it local */
  async ask<T>(question: (mask: Mask) => ModelTask<T>): Promise<ModelAnswer<T> | NoAnswer | null> {
    const setup = await this.#setup()
    if (!isReady(setup)) return null
    return this.#limits.admit(setup, () => this.#askEndpoint(setup, question))
  }

  async #askEndpoint<T>(
    setup: LanguageModelSetup,
    question: (mask: Mask) => ModelTask<T>,
  ): Promise<ModelAnswer<T> | NoAnswer> {
    const endpoint = nameOf(setup)
    if (this.#breaker.isOpen(endpoint)) return { note: modelNote('resting') }
    // Before the breaker is asked: an overload on our side says nothing about the endpoint.
    const mask = await maskOf(this.#db).catch(nullWhenRefused)
    if (!mask) return { note: modelNote('crowded') }
    if (!this.#breaker.allowsRequest(endpoint)) return { note: modelNote('resting') }
    try {
      const { answer, model } = await this.#client.ask(setup, question(mask))
      this.#breaker.recordSuccess(endpoint)
      return { answer, mask, stamp: { name: LANGUAGE_MODEL, version: model, learnedFrom: 0 } }
    } catch (error) {
      if (error instanceof ModelFailure && !isEndpointFailure(error)) this.#breaker.recordSuccess(endpoint)
      else this.#breaker.recordFailure(endpoint, error instanceof ModelFailure ? error.retryAfterMs : undefined)
      if (!(error instanceof ModelFailure)) throw error
      return { note: modelNote(error.reason) }
    }
  }

  /** Sends a harmless question with settings that may not be stored yet. */
  async test(setup: LanguageModelSetup): Promise<AiSettingsTested> {
    const startedAt = performance.now()
    try {
      const { model, reply } = await this.#client.ask(setup, TRIAL)
      this.#breaker.recordSuccess(nameOf(setup))
      const { prompt, completion } = reply.tokens
      return {
        ok: true,
        model,
        tookMs: Math.round(performance.now() - startedAt),
        structured: reply.dialect.form,
        promptTokens: prompt,
        completionTokens: completion,
      }
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error
      return { ok: false, error: explain(error) }
    }
  }
}

const TRIAL: ModelTask<{ colour: string }> = {
  task: 'test',
  instructions: 'Say which colour the data names.',
  data: { text: 'The seal is blue.' },
  contract: z.object({ colour: z.string().max(100) }),
}

/** Null where too many reads wait or the caller has disconnected. */
function nullWhenRefused(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

function isReady({ baseUrl, model, keepLocal }: LanguageModelSetup): boolean {
  return !keepLocal && baseUrl !== '' && model !== ''
}
