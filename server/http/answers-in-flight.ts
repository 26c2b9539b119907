import type { FastifyReply } from 'fastify'
import { AppError } from '../errors.ts'
import { AnswerEnds } from './answered.ts'

/** Smaller answers are never refused; a page of ten requests has some ten thousand characters. */
export const LARGE = 64 * 1024
/** Characters of large answers that may be held at once, by all and by one person: built, packed, or waiting for a slow reader. */
const MOST = 48 * 1024 * 1024
const MOST_OF_ONE = 8 * 1024 * 1024
const MUCH_OF_ONE = 1024 * 1024
/** A reader that takes nothing for so long is cut off. */
const STALLED_MS = 60_000

/** The large answers that are not yet with their readers. */
export class AnswersInFlight {
  #all = 0
  readonly #ofOne = new Map<string, number>()
  readonly #ends = new AnswerEnds()

  /**
   * Keeps account of an answer until it is sent or its reader has gone.
   * @returns what tells how much is left of it once it is packed; undefined when too much is under way. The only large
   *   answer of a person is refused only for those of others
   */
  hold(reply: FastifyReply, caller: string, characters: number): ((characters: number) => void) | undefined {
    const own = this.#ofOne.get(caller) ?? 0
    if (this.#all + characters > MOST && this.#all > 0) return undefined
    if (own + characters > MOST_OF_ONE && own > 0) return undefined
    let held = 0
    const count = (now: number) => {
      const change = now - held
      held = now
      this.#all += change
      const left = (this.#ofOne.get(caller) ?? 0) + change
      if (left > 0) this.#ofOne.set(caller, left)
      else this.#ofOne.delete(caller)
    }
    let isOver = false
    const end = () => {
      isOver = true
      count(0)
    }
    count(characters)
    this.#ends.once(reply.request.raw, reply.raw, end)
    reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
    return (now) => {
      if (!isOver) count(now)
    }
  }

  /** Whether so much of one person's is on its way that further reads of theirs should wait. */
  hasMuchOf(caller: string): boolean {
    return (this.#ofOne.get(caller) ?? 0) >= MUCH_OF_ONE
  }
}

export function tooMuchInFlight(): AppError {
  const message = 'Too many large answers are on their way. Please try again in a moment.'
  return new AppError('unavailable', message, { headers: { 'retry-after': '2' } })
}
