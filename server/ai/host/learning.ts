import { isStartingModelKept } from './starting-model-file.ts'
import { EngineThread } from './thread.ts'
import type { TrainingOptions, TrainingPage, TrainingResult } from './train-and-compare.ts'

/** Learning the starting texts, or an office's requests: nobody waits for it, and a slow machine must be able to finish. */
const LEARNING_TIMEOUT_MS = 60 * 60_000
const LIMITS = { niceness: 15, memoryMb: 1536, ownProcess: true, hangTimeoutMs: LEARNING_TIMEOUT_MS }

interface Options {
  log: { error(fields: object, message: string): void }
}

/** What takes much memory, each time in a process of its own: training, and learning the starting texts. */
export class Learning {
  private readonly log: Options['log']
  private training: EngineThread | undefined
  /** set while the starting model is being learnt */
  private learning: EngineThread | undefined
  private starting: Promise<Uint8Array> | undefined

  constructor({ log }: Options) {
    this.log = log
  }

  get isTraining(): boolean {
    return this.training !== undefined
  }

  async train(
    pages: AsyncIterable<TrainingPage>,
    options: TrainingOptions,
    signal: AbortSignal,
  ): Promise<TrainingResult> {
    const thread = new EngineThread({ log: this.log, ...LIMITS })
    this.training = thread
    const stop = () => void thread.close()
    signal.addEventListener('abort', stop)
    try {
      signal.throwIfAborted()
      for await (const page of pages) await thread.ask('addTrainingPage', page, LEARNING_TIMEOUT_MS)
      return await thread.ask('train', options, LEARNING_TIMEOUT_MS)
    } finally {
      signal.removeEventListener('abort', stop)
      this.training = undefined
      await thread.close()
    }
  }

  /** @returns undefined when it is cached on disk; concurrent callers share one learning process */
  startingModel(): Promise<Uint8Array | undefined> {
    if (isStartingModelKept()) return Promise.resolve(undefined)
    this.starting ??= this.learnStartingModel().finally(() => (this.starting = undefined))
    return this.starting
  }

  private async learnStartingModel(): Promise<Uint8Array> {
    const thread = new EngineThread({ log: this.log, ...LIMITS })
    this.learning = thread
    try {
      await thread.ask('load', {}, LEARNING_TIMEOUT_MS)
      return await thread.ask('save', undefined, LEARNING_TIMEOUT_MS)
    } finally {
      this.learning = undefined
      await thread.close()
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.training?.close(), this.learning?.close()])
  }
}
