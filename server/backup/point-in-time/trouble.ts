import type { PointInTimeStatus } from '../../../shared/backups.ts'
import type { Deps } from '../deps.ts'
import { TargetFailure } from '../targets/target.ts'
import { tellProblem } from './tell-problem.ts'

type Problem = NonNullable<PointInTimeStatus['problem']>

/** SECRET_KEY has changed since the passphrase was entered. */
export class PassphraseUnreadable extends Error {}

/** What keeps segments from being copied. What lasts is told to those who manage backups, once. */
export class Trouble {
  present: Problem | undefined
  readonly #deps: Pick<Deps, 'db' | 'clock'>
  readonly #tellAfterMs: number
  #since = 0
  #isTold = false

  constructor(deps: Pick<Deps, 'db' | 'clock'>, tellAfterMs: number) {
    this.#deps = deps
    this.#tellAfterMs = tellAfterMs
  }

  /** @param since of `performance.now()` */
  async note(failure: unknown, since = performance.now()): Promise<void> {
    if (!this.present) [this.#since, this.#isTold] = [since, false]
    const problem = { code: codeOf(failure), detail: failure instanceof Error ? failure.message : String(failure) }
    this.present = problem
    if (this.#isTold || performance.now() - this.#since < this.#tellAfterMs) return
    this.#isTold = true
    await tellProblem(this.#deps, problem).catch(() => undefined)
  }

  /** Something was copied again. */
  end(): void {
    this.present = undefined
  }
}

function codeOf(failure: unknown): Problem['code'] {
  if (failure instanceof PassphraseUnreadable) return 'passphrase-unreadable'
  return failure instanceof TargetFailure ? 'place-failed' : 'not-copied'
}
