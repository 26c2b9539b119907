import type { FastifyReply } from 'fastify'
import { AppError } from '../errors.ts'
import { ResponseEnds } from './response-ends.ts'
import { text } from '../../../shared/texts/say.ts'

/** Smaller responses are never refused; a page of ten requests has about ten thousand characters. */
export const LARGE = 64 * 1024
/**
 * Limits of the characters of large responses in memory, in total and per person: built, compressed, or waiting for a
 * slow client.
 */
const MAX_CHARACTERS = 48 * 1024 * 1024
const MAX_PER_CALLER = 8 * 1024 * 1024
const MUCH_OF_ONE = 1024 * 1024
/** A client that reads nothing for this long is disconnected. */
const STALLED_MS = 60_000

/** The large responses that have not been delivered yet. */
export class ResponsesInFlight {
  #all = 0
  readonly #ofOne = new Map<string, number>()
  readonly #ends = new ResponseEnds()

  /**
   * Tracks a response until it is sent or its connection closes.
   * @returns a function to update its size after compression; undefined when too much is in flight. A person's only
   *   large response is refused only because of other people's
   */
  hold(reply: FastifyReply, caller: string, characters: number): ((characters: number) => void) | undefined {
    const own = this.#ofOne.get(caller) ?? 0
    if (this.#all + characters > MAX_CHARACTERS && this.#all > 0) return undefined
    if (own + characters > MAX_PER_CALLER && own > 0) return undefined
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

  /** Whether so much of this person's data is in flight that their further reads should wait. */
  isOverSoftLimit(caller: string): boolean {
    return (this.#ofOne.get(caller) ?? 0) >= MUCH_OF_ONE
  }
}

export function tooMuchInFlight(): AppError {
  const message = text('Too many large answers are on their way. Please try again in a moment.')
  return new AppError('unavailable', message, { headers: { 'retry-after': '2' } })
}
