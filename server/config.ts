import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { LIMITS } from '../shared/text.ts'
import { PASSWORD_FLOOR } from '../shared/users.ts'
import { ConfigError } from './platform/config-error.ts'
import type { BucketSettings } from './platform/files/bucket-client.ts'
import { bucketSettings } from './platform/files/bucket-settings.ts'
import { endpointAddress } from './ai/language-model/endpoint-address.ts'
import { readSecretKey } from './secret-key.ts'
import { readTrustProxy } from './platform/trust-proxy.ts'
import { HASH_COST, type HashCost } from './people/accounts/passwords.ts'

/** The process's settings, read once from the environment (README: Configuration). */
export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  demo: boolean
  /** DEMO=on was set explicitly: starting on data of a real office is then an error. */
  demoAsked: boolean
  demoPassword: string
  secretKey: Buffer
  publicUrl: string | undefined
  trustProxy: string | undefined
  /** Opens GET /metrics to callers on other machines. */
  metricsToken: string | undefined
  /** Whether the rate limits per person apply. */
  rateLimits: boolean
  /** Settings of the language model from the environment; they take precedence over stored ones. */
  llm: { baseUrl: string | undefined; model: string | undefined; apiKey: string | undefined }
  /** Storage of files; undefined: a folder in `dataDir`. */
  bucket: BucketSettings | undefined
  passwordCost: HashCost
}

type Environment = Record<string, string | undefined>

/** @throws ConfigError for the first invalid setting */
export function readConfig(environment: Environment): Config {
  // An empty variable counts as unset: that is how compose files omit them.
  const env: Environment = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value?.trim() || undefined]),
  )
  const host = env.HOST ?? '127.0.0.1'
  const dataDir = resolve(env.DATA_DIR ?? './data')
  return {
    port: readPort(env.PORT),
    host,
    dataDir,
    databaseUrl: readDatabaseUrl(env.DATABASE_URL),
    demo: readDemo(env, host),
    demoAsked: env.DEMO === 'on',
    demoPassword: readDemoPassword(env.DEMO_PASSWORD),
    publicUrl: readPublicUrl(env.PUBLIC_URL),
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    metricsToken: env.METRICS_TOKEN,
    rateLimits: readRateLimits(env.RATE_LIMITS),
    llm: readLanguageModel(env),
    bucket: readBucket(env),
    passwordCost: HASH_COST,
    // Last, because it may write the file: an invalid configuration must not write anything.
    secretKey: readSecretKey(env.SECRET_KEY, dataDir),
  }
}

function readPort(value = '3000'): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : NaN
  if (!(port <= 65_535)) throw new ConfigError(`PORT must be a whole number from 0 to 65535, not "${value}".`)
  return port
}

function readDatabaseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const protocol = URL.canParse(value) ? new URL(value).protocol : ''
  // The value may hold a password, so it isn't repeated.
  if (!/^postgres(ql)?:$/.test(protocol)) {
    throw new ConfigError('DATABASE_URL must look like postgres://user:password@host:5432/database.')
  }
  return value
}

/** Accounts with a well-known password only exist if no other machine can reach the server, or if DEMO=on is set. */
function readDemo(env: Environment, host: string): boolean {
  if (env.DEMO === 'on') return true
  if (env.DEMO === 'off') return false
  if (env.DEMO !== undefined) throw new ConfigError(`DEMO must be on or off, not "${env.DEMO}".`)
  // Behind a proxy, loopback is reachable by everybody; and a database server indicates a real installation.
  const isInstallation = env.PUBLIC_URL ?? env.TRUST_PROXY ?? env.DATABASE_URL
  return isLoopback(host) && env.NODE_ENV !== 'production' && isInstallation === undefined
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function readDemoPassword(value = 'rfd-demo'): string {
  if (value.length < PASSWORD_FLOOR || value.length > LIMITS.password) {
    throw new ConfigError(`DEMO_PASSWORD must have ${PASSWORD_FLOOR} to ${LIMITS.password} characters.`)
  }
  return value
}

function readRateLimits(value = 'on'): boolean {
  if (value === 'on' || value === 'off') return value === 'on'
  throw new ConfigError(`RATE_LIMITS must be on or off, not "${value}".`)
}

function readPublicUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new ConfigError(`PUBLIC_URL must look like https://rfd.example.org without a path, not "${value}".`)
  }
  return url.origin
}

function readLanguageModel({
  LLM_BASE_URL: address,
  LLM_MODEL: model,
  LLM_API_KEY: apiKey,
}: Environment): Config['llm'] {
  const { url: baseUrl, problem } = address === undefined ? {} : endpointAddress(address)
  // The value may hold a password, so it isn't repeated.
  if (problem !== undefined) throw new ConfigError(`LLM_BASE_URL ${problem}.`)
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new ConfigError('LLM_API_KEY must not contain spaces or non-ASCII characters.')
  }
  // Otherwise anyone who may change the settings could have the key sent to their own server.
  if (apiKey !== undefined && baseUrl === undefined)
    throw new ConfigError('LLM_API_KEY needs LLM_BASE_URL to be set too.')
  return { baseUrl, model, apiKey }
}

function readBucket(env: Environment): BucketSettings | undefined {
  const { bucket, problem } = bucketSettings(env)
  if (problem !== undefined) throw new ConfigError(problem)
  return bucket
}
