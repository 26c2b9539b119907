import { timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { App } from './app.ts'
import type { Deps } from './deps.ts'
import type { AuditState } from './health.ts'
import { bearerToken } from './authentication.ts'
import type { AnsweredCall } from './request-log.ts'
import { text } from '../../../shared/texts/say.ts'

/** Upper bounds of the histogram's buckets, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface Series {
  labels: string
  buckets: number[]
  count: number
  seconds: number
}

/** Number and durations of calls, by method, route and status. */
export class CallTimes {
  readonly #byCall = new Map<string, Series>()

  add({ method, route, status, ms }: AnsweredCall): void {
    const labels = `method="${method}",route="${route}",status="${status}"`
    let series = this.#byCall.get(labels)
    if (!series) this.#byCall.set(labels, (series = { labels, buckets: BOUNDS.map(() => 0), count: 0, seconds: 0 }))
    const seconds = ms / 1000
    const bucket = BOUNDS.findIndex((bound) => seconds <= bound)
    if (bucket >= 0) series.buckets[bucket]!++
    series.count++
    series.seconds += seconds
  }

  all(): Iterable<Series> {
    return this.#byCall.values()
  }
}

/** GET /metrics in Prometheus' text format, for callers on this machine or with METRICS_TOKEN. */
export function metricsRoute(app: App, { config, audit }: Pick<Deps, 'config' | 'audit'>, times: CallTimes): void {
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  app.addHook('onClose', (_app, done) => {
    loop.disable()
    done()
  })

  app.get('/metrics', { config: { public: true }, schema: { hide: true } }, async (req, reply) => {
    if (!mayRead(req, config)) throw new AppError('not-found', text('There is nothing at this address.'))
    reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
    return [
      ...callMetrics(times.all()),
      ...processMetrics(loop.percentile(99) / 1e9),
      ...auditMetrics(audit.state),
      '',
    ].join('\n')
  })
}

function mayRead(req: FastifyRequest, config: Deps['config']): boolean {
  const { metricsToken: token } = config
  if (token !== undefined && isSame(bearerToken(req) ?? '', token)) return true
  return !config.trustProxy && isFromThisMachine(req)
}

const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * A proxy on this machine also connects from loopback, on behalf of anyone: where there may be one, only the token
 * counts. Most proxies reveal themselves by a forwarding header.
 */
function isFromThisMachine(req: FastifyRequest): boolean {
  const isForwarded = FORWARDED.some((name) => req.headers[name] !== undefined)
  return !isForwarded && /^(::ffff:)?127\.|^::1$/.test(req.socket.remoteAddress ?? '')
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function* callMetrics(all: Iterable<Series>): Generator<string> {
  yield '# HELP http_request_duration_seconds Time to answer a call.'
  yield '# TYPE http_request_duration_seconds histogram'
  for (const { labels, buckets, count, seconds } of all) {
    let below = 0
    for (const [index, bound] of BOUNDS.entries()) {
      below += buckets[index] ?? 0
      yield `http_request_duration_seconds_bucket{${labels},le="${bound}"} ${below}`
    }
    yield `http_request_duration_seconds_bucket{${labels},le="+Inf"} ${count}`
    yield `http_request_duration_seconds_sum{${labels}} ${seconds}`
    yield `http_request_duration_seconds_count{${labels}} ${count}`
  }
}

function* processMetrics(loopDelaySeconds: number): Generator<string> {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  yield* gauge('process_resident_memory_bytes', 'Memory held by the process.', rss)
  yield* gauge('nodejs_heap_used_bytes', 'JavaScript heap in use.', heapUsed)
  yield* gauge('nodejs_eventloop_lag_p99_seconds', 'How late the event loop runs, 99th percentile.', loopDelaySeconds)
  yield* gauge('process_start_time_seconds', 'When the process started.', Date.now() / 1000 - process.uptime())
  yield '# HELP process_cpu_seconds_total Processor time used.'
  yield '# TYPE process_cpu_seconds_total counter'
  yield `process_cpu_seconds_total ${(user + system) / 1e6}`
}

function* auditMetrics({ state, entries }: AuditState): Generator<string> {
  yield* gauge(
    'rfd_audit_log_damaged',
    '1 when the audit log was found altered, cut or emptied.',
    Number(state === 'damaged'),
  )
  yield* gauge('rfd_audit_log_entries', 'Entries of the audit log when it was last looked at.', entries)
}

function gauge(name: string, help: string, value: number): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${Number.isFinite(value) ? value : 0}`]
}
