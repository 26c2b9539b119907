import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { dateIn } from '../../../shared/dates.ts'
import { shortInstant } from '../../../shared/instants.ts'
import { fullName } from '../../../shared/people.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { text } from '../../../shared/texts/say.ts'
import { type Actor, readerId } from '../../platform/actor.ts'
import { record } from '../../audit/service.ts'
import { AppError } from '../../platform/errors.ts'
import { Encoder, type EncoderFile } from '../../reports/exports/encoder.ts'
import { PARTIAL_FOLDER } from '../../reports/exports/jobs.ts'
import { FairSemaphore } from '../../platform/fairness/fair-semaphore.ts'
import { getRequest, getRow } from '../service.ts'
import { blocksOf, type Subject } from './blocks.ts'
import type { Deps } from './deps.ts'

/** Concurrent threads: each uses a core for some tenths of a second. */
const MAX_CONCURRENT = 2
/** Queue limit per person: more would delay their own reads, whose concurrency is limited. */
const MAX_WAITING = 3
const QUEUE_TIMEOUT_MS = 30_000

interface RequestPdf {
  name: string
  size: number
  content: Readable
}

/** Makes the PDF of one request in a fair queue: a thousand calls of one person do not delay others. */
export class RequestPdfs {
  readonly #deps: Deps
  readonly #turns = new FairSemaphore({
    maxConcurrent: MAX_CONCURRENT,
    maxConcurrentPerCaller: 1,
    maxQueuedPerCaller: MAX_WAITING,
    queueTimeoutMs: QUEUE_TIMEOUT_MS,
    refusal: () =>
      new AppError('unavailable', text('Too many files are being made. Please try again in a moment.'), {
        headers: { 'retry-after': '5' },
      }),
  })

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * All details of a request that the actor may see, as PDF.
   * @param signal aborts it when the client disconnects
   * @throws AppError `not-found` as `getRequest`
   */
  async make(actor: Actor, address: string, signal: AbortSignal): Promise<RequestPdf> {
    // Queued or refused before anything is read: a thousand calls would otherwise each query the same request.
    return this.#turns.run(async () => {
      const { db, clock, settings } = this.#deps
      const request = await getRequest(this.#deps, actor, address)
      const policy = await settings.policy()
      const { number } = await getRow(db.read, actor, policy, request.id)
      const { path, file } = await this.#write({ actor, policy, request, number }, signal)
      const about = { targetType: 'request', targetId: request.id, details: { format: 'PDF' } }
      await db
        .write((tx) => record(tx, clock, { actorId: readerId(actor), action: 'request.exported', ...about }))
        .catch(async (error: unknown) => {
          await rm(path, { force: true })
          throw error
        })
      const content = createReadStream(path)
      content.once('close', () => void rm(path, { force: true }))
      // After a disconnect no byte is read, and an unread stream would keep its file.
      if (signal.aborted) content.destroy()
      else signal.addEventListener('abort', () => content.destroy(), { once: true })
      return { name: this.#nameOf(request, policy.timeZone), size: file.size, content }
    })
  }

  #nameOf({ requestId }: ServiceRequest, timeZone: string): string {
    return `${requestId} ${dateIn(timeZone, this.#deps.clock())}.pdf`
  }

  async #write(subject: Subject, signal: AbortSignal): Promise<{ path: string; file: EncoderFile }> {
    const { config, clock } = this.#deps
    const { actor, policy, request } = subject
    const folder = join(config.dataDir, PARTIAL_FOLDER)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `request-${randomUUID()}`)
    const now = clock().toISOString()
    const encoder = new Encoder({
      format: 'document',
      path,
      options: {
        office: policy.officeName,
        subject: 'Request for Development',
        title: `${request.requestId} ${request.title}`,
        reference: request.requestId,
        asOf: `As of ${shortInstant(now, policy.timeZone)} by ${fullName(actor.user)}`,
        foot: `Times are those of ${policy.timeZone}`,
        createdAt: now,
      },
    })
    try {
      for await (const blocks of blocksOf(this.#deps, subject)) {
        signal.throwIfAborted()
        await encoder.write(blocks)
      }
      const file = await encoder.finish()
      signal.throwIfAborted()
      return { path, file }
    } catch (error) {
      await encoder.stop()
      await rm(path, { force: true })
      throw error
    } finally {
      await encoder.stop()
    }
  }
}
