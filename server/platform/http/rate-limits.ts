import type { FairUse } from '../../../shared/fair-use.ts'
import { text } from '../../../shared/texts/say.ts'
import { AppError } from '../errors.ts'
import type { App } from './app.ts'
import type { Deps } from './deps.ts'
import { TokenBuckets } from '../fairness/token-buckets.ts'

/** A person's token buckets. By default, routes that change something take from `writes`. */
export type RateBucket = keyof FairUse

const REFUSALS: Record<RateBucket, string> = {
  writes: 'You have sent too many changes in a short time.',
  aiCalls: 'You have asked the AI too often in a short time.',
}

/** Downloads that are recorded in the audit log take from `writes`. */
const TOO_MANY_DOWNLOADS = 'You have downloaded too many files in a short time.'

interface RouteFacts {
  method: string | string[]
  config?: { public?: boolean; bucket?: RateBucket | 'none' }
}

/** @returns undefined for a route that takes from no bucket */
export function bucketOf({ method, config }: RouteFacts): RateBucket | undefined {
  if (config?.public || config?.bucket === 'none') return undefined
  const isRead = [method].flat().every((one) => one === 'GET' || one === 'HEAD' || one === 'OPTIONS')
  return config?.bucket ?? (isRead ? undefined : 'writes')
}

/**
 * Refuses a person's calls beyond their rate limit with 429, before the body is read. Each process counts separately.
 * Register it after authentication: it needs the actor.
 */
export function limitRates(app: App, { clock, config, fairUse }: Pick<Deps, 'clock' | 'config' | 'fairUse'>): void {
  if (!config.rateLimits) return
  const buckets = new TokenBuckets()
  app.addHook('onRequest', (req, _reply, done) => {
    const bucket = req.is404 ? undefined : bucketOf(req.routeOptions)
    if (!bucket) return done()
    const take = (rates: FairUse) => {
      const seconds = buckets.take(`${bucket} ${req.actor.id}`, rates[bucket], clock().getTime())
      const isDownload = bucket === 'writes' && req.method === 'GET'
      done(seconds > 0 ? tooMany(isDownload ? TOO_MANY_DOWNLOADS : REFUSALS[bucket], seconds) : undefined)
    }
    const rates = fairUse()
    if (rates instanceof Promise) rates.then(take, done)
    else take(rates)
  })
}

function tooMany(refusal: string, seconds: number): AppError {
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`
  return new AppError('too-many-calls', text('{refusal} Please try again in {wait}.', { refusal, wait }), {
    headers: { 'retry-after': String(seconds) },
  })
}
